import { expect } from 'chai'
import { AuthorizationError, SvcAPI } from 'svc'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'
import { runSample } from '../testdata/run-sample.ts'

const SESSIONS: ReadonlyMap<string, { readonly name: string; readonly csrf: string }> = new Map([
  ['session-of-kim-4711', { name: 'kim', csrf: 'proof-of-kim-90f2c' }],
  ['session-of-lou-0815', { name: 'lou', csrf: 'proof-of-lou-17d4a' }],
])

/** Rows that fail on `GET /notes` and `POST /notes`, whose function compares a proof for changes, or for none. */
async function failedWhere(isCompared: boolean): Promise<readonly string[]> {
  const session = named(
    'Session',
    ({ cookies, headers, method }: AuthRequest) => {
      const found = SESSIONS.get(cookies['sid'] ?? '')
      const isProven = constantTimeEqual(headers.get('x-csrf-token') ?? '', found?.csrf ?? '')
      if (found !== undefined && isCompared && method === 'POST' && !isProven) throw new AuthorizationError('CSRF')
      return found === undefined ? null : { name: found.name }
    },
    { type: 'apiKey', in: 'cookie', name: 'sid' },
  )
  const api = new SvcAPI({ auth: session })
  api.get('/notes', {}, ({ auth }) => auth)
  api.post('/notes', {}, ({ auth }) => auth)
  const browser = (sid: string) => ({ cookies: { sid }, headers: { 'X-CSRF-Token': SESSIONS.get(sid)?.csrf ?? '' } })
  const failed = new Set<string>()
  await runSample({
    api,
    fixtures: {
      users: { kim: {}, lou: {} },
      credentials: { Session: { kim: browser('session-of-kim-4711'), lou: browser('session-of-lou-0815') } },
    },
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.outcome !== 'failed') return
      failed.add(`${event.verdict.scenario.route} ${event.verdict.scenario.row}`)
    },
  })
  return [...failed].toSorted()
}

describe('a proof against forged requests beside a cookie', () => {
  it('is not a part of the credential on a safe method', async () => {
    expect(await failedWhere(true)).to.deep.equal([])
  })
  it('is one where something is changed', async () => {
    const failed = await failedWhere(false)
    expect(failed.filter((one) => one.startsWith('GET'))).to.deep.equal([])
    expect(failed).to.include('POST /notes callable.other-part')
  })
})
