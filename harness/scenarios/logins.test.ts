import { expect } from 'chai'
import { reply, SvcAPI } from 'svc'
import { cookieKey } from 'svc/security'
import { authScenarios } from '../command/auth-scenarios.ts'
import type { FixtureFile } from '../credentials/define.ts'

/** How an application with sessions of its own may be wrong. */
interface Changes {
  /** The id of a new session. */
  readonly idOf?: (brought: string | undefined, user: string) => string
  /** The id of a session that is given to visitors. */
  readonly visitor?: () => string
  /** The verdict on a wrong login. */
  readonly refuse?: (isKnown: boolean) => string
  /** The id of a session that a wrong password begins. */
  readonly wrong?: (user: string) => string
  /** The password of a user whom the fixtures name, and who does not log in there. */
  readonly unset?: string
}

const USERS: ReadonlyMap<string, string> = new Map([
  ['ann@example.com', 'Secret-of-ann-1'],
  ['bob@example.com', 'Secret-of-bob-2'],
])

function shop({ idOf = () => crypto.randomUUID(), visitor, refuse = () => 'no', wrong, unset }: Changes): SvcAPI {
  const users = new Map(USERS).set('carl@example.com', unset ?? crypto.randomUUID())
  const sessions = new Map<string, string>()
  const begin = (id: string, user: string): string => `sid=${sessions.set(id, user) && id}; HttpOnly; Path=/`
  const api = new SvcAPI()
  const session = cookieKey('sid', (_, id) => sessions.get(id), { name: 'Session' })
  api.get('/hello', { auth: null }, () => reply(200, 1, visitor ? { 'set-cookie': `sid=${visitor()}` } : {}))
  api.get('/account', { auth: session }, ({ auth }) => ({ auth }))
  api.post('/login', { auth: null }, async (request) => {
    const { email, password } = (await request.json()) as { readonly email: string; readonly password: unknown }
    const brought = /sid=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
    if (users.get(email) === password && password !== undefined)
      return reply(200, {}, { 'set-cookie': begin(idOf(brought, email), email) })
    const headers = wrong && users.has(email) ? { 'set-cookie': begin(wrong(email), email) } : {}
    return reply(401, { detail: refuse(users.has(email)) }, headers)
  })
  return api
}

/** Credentials that come from logins; no `login` beside them. */
const FIXTURES: FixtureFile = {
  users: { ann: {}, bob: {}, carl: {} },
  credentials: {
    Session: Object.fromEntries(
      [...USERS].map(([email, password]) => [
        email.slice(0, 3),
        {
          login: {
            request: { method: 'POST', path: '/login', json: { email, password } },
            take: { cookie: 'sid' },
          },
        },
      ]),
    ),
  },
}

async function foundIn(changes: Changes): Promise<readonly string[]> {
  const scenarios = await authScenarios(shop(changes), { fixtures: FIXTURES, only: ['flow', 'login'] })
  try {
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    expect(verdicts.length).to.be.greaterThan(20)
    return verdicts.flatMap(({ finding }) =>
      finding === undefined ? [] : [`${finding.scenario.name} ${finding.problems[0].code}`],
    )
  } finally {
    await scenarios.close()
  }
}

const CASES: Readonly<Record<string, readonly [Changes, ...string[]]>> = {
  'keeps the id that the browser brought': [
    { idOf: (brought) => brought ?? crypto.randomUUID() },
    'flow.fixation kept',
    'flow.other-user kept',
  ],
  'keeps the id of a visitor': [
    { visitor: () => 'visitor-1', idOf: (brought) => (brought === 'visitor-1' ? brought : crypto.randomUUID()) },
    'flow.visitor-public kept',
  ],
  'makes the user the session': [{ idOf: (_, user) => user }, 'flow.login guessable'],
  'says which users exist': [
    { refuse: (isKnown) => (isKnown ? 'wrong password' : 'no user') },
    'login.enumeration oracle',
  ],
  'begins a session before the password is compared': [
    { wrong: () => crypto.randomUUID() },
    'flow.wrong-password set-cookie',
  ],
  'has an account without a password': [{ unset: '' }, 'flow.empty-password-3 accepted'],
  'has an account whose password is its name': [{ unset: 'carl@example.com' }, 'flow.password-is-user-3 accepted'],
}

describe('logins that credentials come from', () => {
  it('find nothing in an application that is right', async () => expect(await foundIn({})).to.deep.equal([]))

  for (const [title, [changes, ...wanted]] of Object.entries(CASES))
    it(`find one that ${title}`, async () => expect(await foundIn(changes)).to.include.members(wanted))
})
