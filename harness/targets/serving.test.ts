import { expect } from 'chai'
import { type ApiOptions, SvcAPI } from 'svc'
import { bearer, fwAuth, login } from 'svc/security'
import { runScenarios } from '../../fixtures/broken-apps/run-scenarios.ts'
import { type AnyApi, createApi, KEY, showAuth } from '../../fixtures/broken-apps/broken-app.ts'
import { authScenarios } from '../command/auth-scenarios.ts'

const FIXTURES = { credentials: { Token: { valid: KEY } } }
const ONLY = [
  'valid.last',
  'key.wrong',
  'key.prefix',
  'missing',
  'bearer.lower',
  'session.garbage',
  'session.name-plain',
]

function api(options: ApiOptions<undefined>): AnyApi {
  const made = createApi(options)
  made.get('/token', { auth: bearer((_, text) => text === KEY && 'bot', { name: 'Token' }) as never }, showAuth)
  made.get('/session', { auth: fwAuth as never }, showAuth)
  return made
}

describe('an application whose options change how it is served', () => {
  it('with throttle is tested without a 429, and throttles nevertheless', async () => {
    const throttled = api({ throttle: { failures: 2, window: 60 } })
    const { exitCode, counts } = await runScenarios(throttled, FIXTURES)
    expect({ exitCode, failed: counts.failed, inconclusive: counts.inconclusive }).to.deep.equal({
      exitCode: 0,
      failed: 0,
      inconclusive: 0,
    })
    const { url, close } = await throttled.listen({ port: 0, log: false })
    try {
      const guess = async (): Promise<number> =>
        (await fetch(`${url}/token`, { headers: { authorization: 'Bearer wrong' } })).status
      expect([await guess(), await guess(), await guess()]).to.deep.equal([401, 401, 429])
    } finally {
      await close()
    }
  })

  for (const options of [
    { publicUrl: 'https://api.example' },
    { publicUrl: 'http://localhost:8080' },
    { trustProxy: ['192.0.2.1'] },
  ])
    it(`with ${JSON.stringify(options)} is sent the session cookie that it reads`, async () => {
      const { exitCode, details, counts } = await runScenarios(api(options), FIXTURES, ONLY)
      expect({ exitCode, details, inconclusive: counts.inconclusive }).to.deep.equal({
        exitCode: 0,
        details: [],
        inconclusive: 0,
      })
    })

  it('with a long authTimeout is tried with an authenticator that never answers', async () => {
    const scenarios = await authScenarios(api({ authTimeout: 60_000 }), { fixtures: FIXTURES, only: ['hook.never'] })
    try {
      const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
      expect(verdicts.map(({ outcome }) => outcome)).to.deep.equal(['passed'])
    } finally {
      await scenarios.close()
    }
  })

  it('without a session that could be sealed is tested all the same', async () => {
    const bare = new SvcAPI()
    bare.get('/token', { auth: bearer((_, text) => text === KEY && 'bot', { name: 'Token' }) }, showAuth)
    bare.post('/login', { auth: null }, (request) => login(request, { name: 'ann' }))
    const { exitCode } = await runScenarios(bare, FIXTURES, ONLY)
    expect(exitCode).to.equal(0)
  })
})
