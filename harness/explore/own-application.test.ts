import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { AuthenticationError, HttpError, reply, SvcAPI } from 'svc'
import { z } from 'zod'
import { bearer, resource } from 'svc/security'
import type { FixtureFile } from 'svc/testing'
import type { AnyApi } from '../model/application.ts'
import { runSample } from '../testdata/run-sample.ts'

type Mistake = 'id' | 'role' | 'password' | 'logout' | 'spelling' | 'limit' | 'declared'

interface User {
  readonly name: string
  readonly role: string
  password: string
}

const PASSWORDS = { ann: 'daisy-Chain-4711', bob: 'tulip-Bulb-0815', root: 'maple-Leaf-2298' }
const FIXTURES: FixtureFile = {
  users: {
    ann: { password: PASSWORDS.ann },
    bob: { password: PASSWORDS.bob },
    root: { password: PASSWORDS.root, roles: ['admin'] },
  },
  login: {
    request: { method: 'POST', path: '/login', body: { username: '{user}', password: '{password}' } },
    take: { json: '/token' },
  },
  register: { request: { method: 'POST', path: '/register', body: { username: '{user}', password: '{password}' } } },
}

interface Note {
  readonly id: string
  readonly of: string
  readonly text: string
}

const NOTES: readonly Note[] = [
  { id: 'n-1', of: 'ann', text: 'rain on Monday' },
  { id: 'n-2', of: 'bob', text: 'paint the fence' },
]

/** Users who register, log in and have notes of their own, with one mistake. */
function application(mistake?: Mistake, notes: Note[] = NOTES.map((one) => ({ ...one }))): AnyApi {
  const users = new Map<string, User>(
    Object.entries(PASSWORDS).map(([name, password]) => [
      name,
      { name, password, role: name === 'root' ? 'admin' : 'member' },
    ]),
  )
  const tokens = new Map<string, string>()
  const wrong = new Map<string, number>()
  const Token = bearer((_request, token) => {
    const user = users.get(tokens.get(token) ?? '')
    return user && { name: user.name, role: user.role, token }
  })
  const api = new SvcAPI({ auth: Token })
  const entry = z.object({ username: z.string(), password: z.string().min(8) })
  api.post('/register', { auth: null, body: z.looseObject(entry.shape) }, ({ body }) => {
    const { username: name, password, role = 'member' } = body
    if (users.has(name)) return reply(409, { detail: 'This name is taken' })
    users.set(name, { name, password, role: mistake === 'role' ? String(role) : 'member' })
    return reply(201, { name })
  })
  api.post('/login', { auth: null, body: entry }, ({ body: { username, password } }) => {
    const counted = mistake === 'spelling' ? username : username.toLowerCase()
    const guesses = wrong.get(counted) ?? 0
    if (guesses >= 10 && mistake !== 'limit') throw new HttpError(423, 'Locked')
    const user = users.get(username.toLowerCase())
    if (user?.password !== password) {
      wrong.set(counted, guesses + 1)
      throw new AuthenticationError()
    }
    const token = randomBytes(16).toString('hex')
    tokens.set(token, user.name)
    return { token }
  })
  api.get('/me', {}, ({ auth: { name, role } }) => ({ name, role }))
  api.post('/password', { body: z.object({ old: z.string(), password: z.string().min(8) }) }, ({ auth, body }) => {
    const user = users.get(auth.name)
    const guesses = wrong.get(auth.token) ?? 0
    if (guesses >= 10) throw new HttpError(423, 'Locked')
    if (user?.password !== body.old) {
      wrong.set(auth.token, guesses + 1)
      throw new AuthenticationError()
    }
    user.password = body.password
    if (mistake !== 'password') for (const [token, name] of tokens) if (name === user.name) tokens.delete(token)
    return reply(204)
  })
  api.post('/logout', {}, ({ auth }) => {
    if (mistake !== 'logout') tokens.delete(auth.token)
    return reply(204)
  })
  const find = (id: string) => notes.find((one) => one.id === id)
  api.get('/notes', {}, ({ auth }) => notes.filter(({ of }) => of === auth.name))
  api.post('/notes', { body: z.object({ text: z.string() }) }, ({ auth, body }) => {
    const note = { id: `n-${randomBytes(4).toString('hex')}`, of: auth.name, text: body.text }
    notes.push(note)
    return reply(201, note)
  })
  api.delete('/notes/[id]', {}, ({ auth, params }) => {
    const one = find(params.id)
    if (one?.of !== auth.name) throw new HttpError(404, 'Not Found')
    notes.splice(notes.indexOf(one), 1)
    return reply(204)
  })
  if (mistake === 'declared') {
    const note = resource('note', {
      load: ({ params }: { params: { id: string } }) => find(params.id),
      may: () => true,
    })
    api.get('/notes/[id]', { resource: note }, ({ resources }) => resources.note)
  } else
    api.get('/notes/[id]', {}, ({ auth, params }) => {
      const one = find(params.id)
      if (one === undefined || (one.of !== auth.name && mistake !== 'id')) throw new HttpError(404, 'Not Found')
      return one
    })
  return api
}

interface Result {
  readonly rows: readonly string[]
  readonly questions: readonly string[]
}

async function run(api: AnyApi, fixtures: FixtureFile = FIXTURES): Promise<Result> {
  const rows = new Set<string>()
  const questions: string[] = []
  await runSample({
    api,
    fixtures,
    explores: true,
    isChosen: () => false,
    remark: ({ kind, message }) => {
      if (kind === 'question') questions.push(message)
    },
    emit: (event) => {
      if (event.type === 'scenario.ended' && event.verdict.outcome === 'failed') rows.add(event.verdict.scenario.row)
    },
  })
  return { rows: [...rows], questions }
}

/** The row that finds a mistake. */
const ROWS: Readonly<Partial<Record<Mistake, string>>> = {
  id: 'resource.other',
  role: 'field.register',
  password: 'password.sessions',
  logout: 'token.logout',
  spelling: 'guess.limit',
}

describe('an application of this process, after the catalogue', () => {
  it('is accused of nothing where it is right', async () => {
    expect(await run(application())).to.deep.equal({ rows: [], questions: [] })
  })
  it('has the records of before', async () => {
    const notes = [...NOTES]
    expect((await run(application(undefined, notes))).rows).to.deep.equal([])
    expect(notes).to.deep.equal(NOTES)
  })
  for (const [mistake, row] of Object.entries(ROWS) as [Mistake, string][])
    it(`has the mistake ${mistake}: ${row}`, async () => {
      expect((await run(application(mistake))).rows).to.deep.equal([row])
    })
  it('says itself whose records are, by a declared resource', async () => {
    expect((await run(application('declared'))).rows).to.deep.equal([])
  })
  it('is asked what limits guesses, and not where the fixtures say it', async () => {
    const { rows, questions } = await run(application('limit'))
    expect(rows).to.deep.equal([])
    expect(questions).to.have.lengthOf(1)
    expect(questions[0]).to.match(/^does not limit wrong passwords for one account/)
    const policy = { limits: { off: 'the proxy counts them' } }
    expect(await run(application('limit'), { ...FIXTURES, policy })).to.deep.equal({ rows: [], questions: [] })
    expect((await run(application('limit'), { ...FIXTURES, policy: { limits: 30 } })).rows).to.deep.equal([
      'guess.limit',
    ])
  })
})
