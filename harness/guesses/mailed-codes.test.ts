import { expect } from 'chai'
import { reply, SvcAPI } from 'svc'
import { runSample } from '../testdata/run-sample.ts'

/** Answers to a request for a new password. */
const ANSWERS: Readonly<Record<string, (token: string | undefined) => object>> = {
  'a token of the flow, for every client': (token) => ({ flowToken: token ?? '1796067594.other41c09d6f2e77ab55' }),
  'that a mail was sent': () => ({ sent: true, requestCode: 'r-2041' }),
  'a token': (token) => (token === undefined ? { sent: true } : { sent: true, token }),
  'a link': (token) => ({ link: `https://seeds.example/reset?with=${token ?? ''}` }),
}

async function causesOf(how: string, isEach: boolean, path = '/password/forgotten'): Promise<readonly string[]> {
  let asked = 0
  const api = new SvcAPI()
  api.post(path, { auth: null, body: { name: String } }, ({ body: { name } }) => {
    const token = `1796067594.${isEach ? asked++ : 0}f41c09d6f2e77ab5501ce2`
    return reply(202, ANSWERS[how]?.(name === 'vera' ? token : undefined))
  })
  const causes: string[] = []
  await runSample({
    api,
    fixtures: { routes: { [`POST ${path}`]: { body: { name: 'vera' } } } },
    explores: true,
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.scenario.row !== 'secret.answer') return
      const { finding } = event.verdict
      if (finding !== undefined) causes.push(finding.scenario.cause)
    },
  })
  return causes
}

describe('the answer to who asks for a new password', () => {
  it('is right where it says that a mail was sent', async () => {
    expect(await causesOf('that a mail was sent', true)).to.deep.equal([])
  })
  it('is right where every client gets one of the flow, and where another thing is asked for', async () => {
    expect(await causesOf('a token of the flow, for every client', true)).to.deep.equal([])
    expect(await causesOf('a token', true, '/reminders')).to.deep.equal([])
    expect(await causesOf('a token', true, '/presets')).to.deep.equal([])
  })
  for (const how of ['a token', 'a link'])
    it(`is a finding where it has ${how}, another one each time`, async () => {
      const [cause, more] = await causesOf(how, true)
      expect(more).to.equal(undefined)
      expect(cause).to.match(/^POST \/password\/forgotten gives every client the code/)
    })
  it('is a finding where it has a long token, the same for a second', async () => {
    expect(await causesOf('a token', false)).to.have.lengthOf(1)
  })
})
