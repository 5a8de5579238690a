import { expect } from 'chai'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { OwnLogins } from './own-logins.ts'

describe('logins of their own', () => {
  const table: readonly (readonly [title: string, sent: string, expected: string])[] = [
    ['the credential', 'sid=3f-a.b', 'sid=own-1'],
    ['the credential with something behind it', '3f-a.bx', 'own-1x'],
    ['another spelling of it', 'sid=%33f-a.b', 'sid=%33f-a.b'],
    ['a part of it', 'sid=3f-a.', 'sid=3f-a.'],
    ['what looks like it', 'sid=3f-axb', 'sid=3f-axb'],
  ]
  for (const [title, sent, expected] of table) {
    it(`go where a request holds ${title}: ${expected}`, async () => {
      const logins = new OwnLogins()
      logins.add('3f-a.b', async () => 'own-1')
      const request = { method: 'POST', target: '/logout', headers: [['Cookie', sent]] } as const
      const scenario = sampleScenario(sampleRoute(), 'valid', { steps: [{ request, expect: 'allow' }] })
      const { steps } = await logins.fresh(scenario, () => undefined)
      expect(steps).to.deep.equal([{ request: { ...request, headers: [['Cookie', expected]] }, expect: 'allow' }])
    })
  }
})
