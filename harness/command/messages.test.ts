import { expect } from 'chai'
import { AuthenticationError, SvcAPI } from 'svc'
import {
  all,
  basic,
  bearer,
  check,
  cookieKey,
  fwAuth,
  fwAuthSuperuser,
  headerKey,
  named,
  optional,
  queryKey,
} from 'svc/security'
import { formatAuth } from '../../server/internal.ts'
import { labelAuth } from '../../server/listing/auth-label.ts'
import type { AnyApi } from '../model/application.ts'
import { authScenarios } from './auth-scenarios.ts'
import { type FixtureFile, session } from '../credentials/define.ts'
import type { Finding } from '../model/verdict.ts'
import type { Scenario } from '../model/scenario.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'

const KEY = 'supersecret'
const SESSIONS = { secrets: ['a-secret-for-sessions-of-32-characters-or-more'] }

/** The findings of the scenarios of these names on an application. */
async function findingsOf(api: AnyApi, fixtures: FixtureFile, only: readonly string[]): Promise<readonly Finding[]> {
  const scenarios = await authScenarios(api, { fixtures, only })
  try {
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    return verdicts.flatMap(({ finding }) => (finding === undefined ? [] : [finding]))
  } finally {
    await scenarios.close()
  }
}

describe('a finding, as it is printed', () => {
  it('names the credential of its own route, where several have one value', async () => {
    const api = new SvcAPI()
    const starts = (key: string): string | null => (KEY.startsWith(key) ? key : null)
    const header = headerKey('X-Key', (_, key) => starts(key), { name: 'HeaderKey' })
    const cookie = cookieKey('key', (_, key) => starts(key), { name: 'CookieKey' })
    api.get('/header', { auth: header }, () => 1)
    api.get('/cookie', { auth: cookie }, () => 1)
    const credentials = { HeaderKey: { valid: KEY }, CookieKey: { valid: KEY } }
    const found = await findingsOf(api, { credentials }, ['key.prefix'])
    expect(found.map(({ sent, curl }) => [sent, /\$\{(\w+):0:10\}/.exec(curl)?.[1]])).to.deep.equal([
      ['GET /header  X-Key: [credentials.HeaderKey.valid: chars 1-10 of 11]', 'CREDENTIALS_HEADERKEY_VALID'],
      ['GET /cookie  Cookie: key=[credentials.CookieKey.valid: chars 1-10 of 11]', 'CREDENTIALS_COOKIEKEY_VALID'],
    ])
  })

  it('does not take the scheme of a credential line for a secret', async () => {
    const api = new SvcAPI()
    const auth = named('reads', ({ headers }) => (headers.get('authorization') ?? '') !== '')
    api.get('/api/bearer', { auth }, () => 1)
    const line = { headers: { Authorization: 'Bearer an-old-one' } }
    const [finding] = await findingsOf(api, { credentials: { reads: { invalid: line } } }, ['callable.fixture-invalid'])
    expect(finding?.sent).to.equal(
      'GET /api/bearer  Authorization: Bearer [credentials.reads.invalid.headers.Authorization]',
    )
  })

  it('says what a wrong password means where it is accepted, and not that answers differ', async () => {
    const api = new SvcAPI()
    api.get('/x', { auth: basic((_, user) => user, { name: 'Basic' }) }, () => 1)
    const credentials = { Basic: { valid: { username: 'ann', password: 'a-long-password' } } }
    const [finding] = await findingsOf(api, { credentials }, ['basic.oracle'])
    expect([finding?.sentence, finding?.scenario.cause]).to.deep.equal([
      'A wrong credential was accepted.',
      'the credential is not compared, or not all of it',
    ])
  })

  it('says which credential was accepted where only that one is tried', async () => {
    const api = new SvcAPI()
    api.get('/x', { auth: headerKey('X-Key', (_, key) => KEY.startsWith(key) && KEY, { name: 'Key' }) }, () => 1)
    const [finding] = await findingsOf(api, { credentials: { Key: { valid: KEY } } }, ['key.prefix'])
    expect([finding?.sentence, finding?.scenario.cause]).to.deep.equal([
      'A key with its last character cut off was accepted.',
      'comparing with startsWith, endsWith, includes or a regular expression; compare equal lengths whole',
    ])
  })

  it('says that answers differ where they do', async () => {
    const api = new SvcAPI()
    const auth = basic(
      (_, user) => {
        if (user === 'ann') throw new AuthenticationError('wrong password')
        return user === 'root' ? user : null
      },
      { name: 'Basic' },
    )
    api.get('/x', { auth }, () => 1)
    const credentials = { Basic: { valid: { username: 'ann', password: 'a-long-password' } } }
    const [finding] = await findingsOf(api, { credentials }, ['basic.oracle'])
    expect(finding?.sentence).to.equal('A wrong password of a known and of an unknown user got answers that differ.')
  })

  it('does not blame the fixtures for a credential that passed at first and not at the end', async () => {
    let refused = 0
    const api = new SvcAPI()
    const auth = headerKey('X-Key', (_, key) => (key === KEY && refused < 3 ? key : (refused++, null)), { name: 'Key' })
    api.get('/x', { auth }, () => 1)
    const found = await findingsOf(api, { credentials: { Key: { valid: KEY } } }, ['valid', 'key.lit'])
    expect(found.map(({ scenario, sentence }) => [scenario.name, sentence])).to.deep.equal([
      ['valid.last', 'A good credential after all the bad ones was refused.'],
    ])
    expect(found[0]?.scenario.cause).to.match(/^the same credential passed at first, .*lock-out/)
  })

  it("says who a user is whom a superuser's route lets in", async () => {
    const superusers = new SvcAPI({ sessions: SESSIONS })
    superusers.get('/x', { auth: fwAuthSuperuser }, () => 1)
    const scenarios = await scenariosOf(superusers, PEOPLE)
    const cells = scenarios.filter(({ user }) => user !== undefined)
    expect(cells.map(({ title }) => title)).to.have.members([
      'the credential of ann (not a superuser)',
      'the credential of root (a superuser)',
    ])
  })

  it('has the words of svc routes for what needs no credential', () => {
    const routes = [null, undefined].map((description) =>
      labelAuth({ description, value: description, level: 'operation', source: undefined }),
    )
    expect([null, undefined].map(formatAuth)).to.deep.equal(routes).and.to.deep.equal(['public', 'undeclared'])
  })

  it('says what is sent as one thing, so that every verb fits', async () => {
    const scenarios = await scenariosOf(everyKind(), EVERY_CREDENTIAL)
    const titles = [...new Set(scenarios.map(({ title }) => title))]
    expect(titles).to.have.length.above(400)
    const isOneThing = /^(?:an?|the|one|another|HTTP|Expect:|[A-Z]+(?: |$))/
    const isSeveral = /,$|, then |^(?:two|three|nothing) /
    expect(titles.filter((title) => !isOneThing.test(title) || isSeveral.test(title))).to.deep.equal([])
  })
})

const PEOPLE: FixtureFile = {
  users: { ann: {}, root: {} },
  credentials: {
    fwAuthSuperuser: { ann: session({ name: 'ann' }), root: session({ name: 'root', isSuperuser: true }) },
  },
}

/** An application with every kind of authenticator, and with every form of a list. */
function everyKind(): AnyApi {
  const api = new SvcAPI({ sessions: SESSIONS, csrf: true })
  const token = bearer((_, text) => text, { name: 'Token' })
  const header = headerKey('X-Key', (_, text) => text, { name: 'Header' })
  const query = queryKey('key', (_, text) => text, { name: 'Query' })
  const cookie = cookieKey('key', (_, text) => text, { name: 'Cookie' })
  const pair = basic((_, user) => user, { name: 'Basic' })
  const isLocal = named('isLocal', ({ clientAddress }) => clientAddress === '127.0.0.1')
  api.get('/token/deep', { auth: token }, () => 1)
  api.get('/basic', { auth: pair }, () => 1)
  api.get('/session', { auth: fwAuth }, () => 1)
  api.get('/super', { auth: fwAuthSuperuser }, () => 1)
  api.get('/list', { auth: [query, header] }, () => 1)
  api.get('/all', { auth: all(cookie, header) }, () => 1)
  api.get(
    '/check',
    {
      auth: check(cookie, function isAnn() {
        return true
      }),
    },
    () => 1,
  )
  api.get('/optional', { auth: optional(token) }, () => 1)
  api.get('/local', { auth: isLocal }, () => 1)
  api.post('/cookie', { auth: cookie }, () => 1)
  api.post('/login', { auth: null }, () => 1)
  api.get('/undeclared', {}, () => 1)
  return api
}

const login = { method: 'POST', path: '/login', form: { user: 'ann', password: 'p' } } as const
const EVERY_CREDENTIAL: FixtureFile = {
  users: { ann: {}, root: {} },
  credentials: {
    Token: { valid: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl', invalid: 'an-old-token' },
    Header: { valid: 'Header-key-4711' },
    Query: { valid: 'Query-key-4712' },
    Cookie: { valid: 'Cookie-key-4713' },
    Basic: { ann: { username: 'ann', password: 'password-1' }, root: { username: 'root', password: 'password-2' } },
    fwAuth: { ann: session({ name: 'ann' }), root: session({ name: 'root', isSuperuser: true }) },
    isLocal: { valid: { from: '127.0.0.1' }, invalid: { from: '127.0.0.9' } },
  },
  routes: { 'GET /check': { allow: ['ann'], deny: ['root'] } },
  login: { request: login, wrong: login },
  logout: { request: { method: 'POST', path: '/logout' } },
}

/** Everything that would be tried on an application. */
async function scenariosOf(api: AnyApi, fixtures: FixtureFile): Promise<readonly Scenario[]> {
  const { plan } = await sampleSetup({
    subject: { kind: 'local', api, base: '' },
    fixtures,
    seed: 'messages',
    timeout: 60_000,
    dry: true,
  })
  return plan.routes.flatMap(({ scenarios }) => scenarios)
}
