import { expect } from 'chai'
import { reply, SvcAPI } from 'svc'
import { runSample } from '../testdata/run-sample.ts'

/** Answers to a request for a new password. */
const ANSWERS: Readonly<Record<string, (token: string | undefined) => object>> = {
  'that a mail was sent': () => ({ sent: true, requestCode: 'r-2041' }),
  'a token': (token) => (token === undefined ? { sent: true } : { sent: true, token }),
  'a link': (token) => ({ link: `https://seeds.example/reset?with=${token ?? ''}` }),
}

async function causesOf(how: string, isEach: boolean): Promise<readonly string[]> {
  let asked = 0
  const api = new SvcAPI()
  api.post('/password/forgotten', { auth: null, body: { name: String } }, ({ body: { name } }) => {
    const token = `1796067594.${isEach ? asked++ : 0}f41c09d6f2e77ab5501ce2`
    return reply(202, ANSWERS[how]?.(name === 'vera' ? token : undefined))
  })
  const causes: string[] = []
  await runSample({
    api,
    fixtures: { routes: { 'POST /password/forgotten': { body: { name: 'vera' } } } },
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
