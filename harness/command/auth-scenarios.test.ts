import { expect } from 'chai'
import { type AuthInput, AuthenticationError, type AuthRequest, SvcAPI } from 'svc'
import { APIKeyHeader, basic, bearer, cookieKey, fwAuth, fwAuthSuperuser, headerKey, queryKey } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import { authScenarios } from './auth-scenarios.ts'
import { type FixtureFile, session } from '../credentials/define.ts'
import { findingsOf } from '../testdata/findings.ts'

const KEY = 'K-header-9f27c1-012'
const OTHER = 'another-key-4711-xyz'
const SECRET = 'a-secret-for-sessions-of-32-characters-or-more'

function apiWith(
  auth: AuthInput,
  handler: (request: { readonly auth: unknown }) => unknown = ({ auth: who }) => ({ who }),
): AnyApi {
  const api = new SvcAPI({ sessions: { secrets: [SECRET] } })
  api.get('/x', { auth: auth as never }, handler)
  return api
}

const is = (key: string): string | null => (key === KEY ? key : null)
const keyFixture: FixtureFile = { credentials: { Key: { valid: KEY, principal: KEY } } }
const headerWith = (check: (key: string, request: AuthRequest) => unknown): AuthInput =>
  headerKey('X-API-Key', (request, key) => check(key, request), { name: 'Key' }) as AuthInput

describe('authScenarios on correct applications', () => {
  const correct: Readonly<Record<string, readonly [AuthInput, FixtureFile]>> = {
    'a header key': [headerWith(is), keyFixture],
    'a query key': [queryKey('key', (_, key) => is(key), { name: 'Key' }), keyFixture],
    'a cookie key': [cookieKey('key', (_, key) => is(key), { name: 'Key' }), keyFixture],
    'a bearer token': [bearer((_, key) => is(key), { name: 'Key' }), keyFixture],
    'a list in one place': [
      [
        headerKey('key', (_, key) => is(key), { name: 'Key' }),
        headerKey('key', (_, key) => (key === OTHER ? key : null), { name: 'Other' }),
      ],
      { credentials: { Key: { valid: KEY }, Other: { valid: OTHER } } },
    ],
    'a list of one name in every place': [
      [
        queryKey('key', (_, key) => is(key), { name: 'Q' }),
        headerKey('key', (_, key) => is(key), { name: 'H' }),
        cookieKey('key', (_, key) => is(key), { name: 'C' }),
      ],
      { credentials: { Q: { valid: KEY }, H: { valid: KEY }, C: { valid: KEY } } },
    ],
    'a list over Authorization': [
      [
        bearer((_, key) => is(key), { name: 'Key' }),
        basic((_, user, password) => (user === 'ann' && password === OTHER ? user : null), { name: 'Basic' }),
      ],
      {
        credentials: { Key: { valid: KEY }, Basic: { valid: { username: 'ann', password: OTHER }, principal: 'ann' } },
      },
    ],
    sessions: [fwAuth, {}],
    superusers: [
      fwAuthSuperuser,
      { users: { ann: {} }, credentials: { fwAuthSuperuser: { valid: session({ name: 'root', isSuperuser: true }) } } },
    ],
    'no fixtures at all': [headerWith(is), {}],
  }
  for (const [name, [auth, fixtures]] of Object.entries(correct)) {
    it(`finds nothing on ${name}`, async () => {
      expect(await findingsOf(apiWith(auth), fixtures)).to.deep.equal([])
    })
  }
})

describe('authScenarios on an application with a way of its own', () => {
  it('passes where it closes the connection after each answer', async () => {
    const auth = headerWith(is)
    const api = apiWith(auth, () => new Response('{}', { headers: { connection: 'close' } }))
    const scenarios = await authScenarios(api, { fixtures: keyFixture, only: ['pipeline'] })
    try {
      expect(scenarios.tests).to.have.length.above(0)
      for (const { run } of scenarios.tests) await run()
    } finally {
      await scenarios.close()
    }
  })
})

describe('authScenarios on broken applications', () => {
  let last = ''
  const broken: Readonly<Record<string, readonly [AuthInput, string]>> = {
    'a prefix compare': [headerWith((key) => KEY.startsWith(key) && key), 'key.prefix'],
    'a search inside the key': [headerWith((key) => key.includes(KEY) && key), 'key.suffix'],
    'a compare without case': [headerWith((key) => key.toLowerCase() === KEY.toLowerCase() && key), 'key.case'],
    'a compare of lengths': [headerWith((key) => key.length === KEY.length && key), 'key.same-length'],
    'a compare of the beginning': [headerWith((key) => key.slice(0, -1) === KEY.slice(0, -1) && key), 'key.last-char'],
    'a key used as a pattern': [
      headerWith((key) => key.length < 60 && /^[\w.*-]+$/.test(key) && new RegExp(`^${key}$`).test(KEY) && key),
      'key.regex',
    ],
    'a look-up in a plain object': [
      headerWith((key) => ({ [KEY]: 1 } as Record<string, unknown>)[key]),
      'key.lit-constructor',
    ],
    'a trimmed key': [headerWith((key) => key.trim() === KEY && KEY), 'header.nbsp'],
    'any key at all': [headerWith((key) => key), 'key.wrong'],
    'a constant principal': [headerWith((key) => key === KEY && 'everybody'), 'valid'],
    'an exception that echoes the key': [
      headerWith((key) => {
        if (key === KEY) return key
        throw new AuthenticationError(`not ${KEY}`)
      }),
      'key.wrong',
    ],
    'a verdict that is kept': [
      headerWith((key) => {
        if (key === KEY) last = key
        return last
      }),
      'repeat.after-valid',
    ],
    'a crash on long keys': [
      headerWith((key) => {
        if (key.length > 1_000) throw new RangeError('long')
        return is(key)
      }),
      'key.long',
    ],
    'a good key refused': [headerWith(() => null), 'valid'],
  }
  for (const [name, [auth, scenario]] of Object.entries(broken)) {
    it(`finds ${name} by ${scenario}`, async () => {
      last = ''
      expect(await findingsOf(apiWith(auth), keyFixture)).to.include(scenario)
    })
  }

  it('finds a route for which nothing is declared', async () => {
    const api = new SvcAPI()
    api.get('/x', {}, () => 'open')
    expect(await findingsOf(api, {})).to.deep.equal(['level.protected'])
  })

  it('finds a refusal that shows every client the key', async () => {
    const api = apiWith(headerWith(is))
    ;(api as SvcAPI).exceptionHandler(AuthenticationError, () => Response.json({ detail: KEY }, { status: 401 }))
    const scenarios = await authScenarios(api, { fixtures: keyFixture, only: ['missing'] })
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    await scenarios.close()
    const codes = verdicts.flatMap(({ finding }) => finding?.problems.map(({ code }) => code) ?? [])
    expect(codes).to.include('leak')
  })

  it('finds a class whose key is read elsewhere too', async () => {
    class Key extends APIKeyHeader {
      override readonly paramName = 'X-API-Key'
      override readonly name = 'Key'
      override read(request: Parameters<APIKeyHeader['read']>[0]): ReturnType<APIKeyHeader['read']> {
        const [value] = request.queryValues('X-API-Key')
        return value === undefined ? super.read(request) : [value]
      }
      authenticate(_request: AuthRequest, key: string): string | null {
        return is(key)
      }
    }
    expect(await findingsOf(apiWith(new Key()), keyFixture)).to.include('header.in-query')
  })
})

describe('authScenarios as tests of a runner', () => {
  /** How a promise rejected; `undefined` if it did not. */
  const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('fails the test of a finding with what was sent, expected and got, and no other test', async () => {
    const loose = apiWith(headerWith((key) => KEY.startsWith(key) && key))
    const scenarios = await authScenarios(loose, { fixtures: keyFixture, only: ['key.prefix', 'key.wrong'] })
    const ended = await Promise.all(scenarios.tests.map(async ({ name, run }) => [name, await rejectionOf(run())]))
    const ofRoute = await rejectionOf(scenarios.for('GET /x'))
    await scenarios.close()
    const failed = new Map(ended.filter(([, error]) => error !== undefined) as [string, unknown][])
    expect(ended).to.have.length(2)
    expect([...failed.keys()]).to.deep.equal(['GET /x key.prefix'])
    for (const error of [...failed.values(), ofRoute])
      expect(error)
        .to.include({ name: 'AssertionError' })
        .and.to.have.property('message')
        .that.matches(/\n {2}sent {6}GET \/x .*\n {2}expected {2}401.*\n {2}got {7}200/)
  })
})

describe('authScenarios, what it remarks', () => {
  /** The remarks before and after a run. */
  async function remarksOf(api: AnyApi, fixtures: FixtureFile): Promise<readonly (readonly string[])[]> {
    const scenarios = await authScenarios(api, { fixtures, only: ['valid', 'missing'] })
    const before = scenarios.remarks
    await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    await scenarios.close()
    return [before, scenarios.remarks]
  }

  it('says that the records of the fixtures are not asked for', async () => {
    const api = new SvcAPI()
    api.get('/x/[id]', { auth: headerWith(is) as never }, () => 1)
    const resources = { order: { of: { ann: { id: 17 } } } }
    const [before = []] = await remarksOf(api, { ...keyFixture, users: { ann: {} }, resources })
    expect(before.join('\n')).to.include('the records of the fixtures (resources) are not asked for here')
  })

  it('is nothing where nothing is left out', async () => {
    expect(await remarksOf(apiWith(headerWith(is)), keyFixture)).to.deep.equal([[], []])
  })

  it('names routes without a good credential and scenarios that are not sent', async () => {
    const api = new SvcAPI()
    api.post('/x', { auth: headerWith(is) as never }, () => 1)
    const [before = []] = await remarksOf(api, { routes: { 'POST /x': { unsafe: 'never' } } })
    expect(before.map((line) => line.replace(/\d+ scenarios/, 'n scenarios'))).to.deep.equal([
      "notice   POST /x  n scenarios are not sent: the fixtures say unsafe: 'never'",
      'warning   POST /x  no good credential is known for Key (header X-API-Key); give one in the fixtures',
    ])
  })

  it('names once what could not be decided', async () => {
    const api = apiWith(headerWith(is), () => {
      throw new Error('no database')
    })
    const [before, after] = await remarksOf(api, keyFixture)
    expect(before).to.deep.equal([])
    expect(after).to.deep.equal([
      'warning   GET /x  not decided: the handler ran and answered 500; give params, query or body in the fixtures, or expect: { admitted: { status: 500 } } where it always does',
    ])
  })
})
