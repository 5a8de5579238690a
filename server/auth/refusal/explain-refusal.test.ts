import { expect } from 'chai'
import { SvcAPI } from '../../api/api.ts'
import type { SessionUser } from '../../base/registry.ts'
import type { AuthRequest } from '../../http/request.ts'
import { describeLeaf } from '../../model/description.ts'
import type { Observation } from '../../model/observation.ts'
import { headerKey } from '../api-key.ts'
import { Authenticator, type ReadCredential, UNUSABLE } from '../authenticator.ts'
import { bearer } from '../bearer.ts'
import { all, check, optional } from '../combinators.ts'
import type { AuthInput } from '../infer.ts'
import { named } from '../named.ts'
import { login } from '../session-auth.ts'
import { fwAuthSuperuser } from '../superuser.ts'
import type { RefusalContext } from './context.ts'
import { explainRefusal } from './explain-refusal.ts'
import type { Fault } from './fault.ts'
import { formatRefusal } from './refusal-text.ts'
import type { CredentialReason, Refusal } from './refusal.ts'

const TOKEN = 'zxcv0987'

/** Asks one operation, and explains what was observed. */
async function explain(
  auth: unknown,
  headers: Record<string, string> = {},
  { path = '/op', ...context }: RefusalContext & { readonly path?: string } = {},
): Promise<Refusal | undefined> {
  const observations = await observe(auth, headers, path)
  return explainRefusal(observations, context)
}

async function observe(auth: unknown, headers: Record<string, string>, path = '/op'): Promise<readonly Observation[]> {
  const observations: Observation[] = []
  const api = new SvcAPI({ docs: false, authTimeout: 20 })
  api.get('/op', { auth: auth as AuthInput as never }, () => 1)
  api.get('/typed', { auth: auth as AuthInput as never, query: { n: Number } }, () => 1)
  api.observe((observation) => void observations.push(observation))
  await api.fetch(new Request(`http://svc.test${path}`, { headers }))
  return observations
}

/** The outcomes in order, those of combinations in brackets. */
function outline(reason: Refusal['reason'] | undefined): string {
  switch (reason?.type) {
    case 'credential':
      return `${reason.authenticator} ${reason.outcome}`
    case 'guard':
      return `guard(${outline(reason.member)}) ${reason.outcome}`
    case 'list':
    case 'all':
    case 'optional':
      return `${reason.type}(${reason.members.map(outline).join(', ')}) ${reason.passed ? 'passed' : 'failed'}`
    default:
      return String(reason?.type)
  }
}

const key = (name: string, timing: 'at once' | 'later' = 'at once') =>
  headerKey(name, (_, value) => {
    const answer = value === 'right' && name
    return timing === 'later' ? Promise.resolve(answer) : answer
  })

for (const timing of ['at once', 'later'] as const) {
  const [a, b] = [key('X-A', timing), key('X-B', timing)]
  const [no, yes] = [() => false, () => true]
  describe(`the reasons of a refusal, of hooks that answer ${timing}`, () => {
    const right = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'right']))
    const rows: readonly (readonly [auth: unknown, headers: Record<string, string>, outline: string])[] = [
      [a, {}, 'X-A absent'],
      [a, { 'X-A': 'wrong' }, 'X-A refused'],
      [[a, b], { 'X-A': 'wrong' }, 'list(X-A refused, X-B absent) failed'],
      [all(a, b), right('X-A'), 'all(X-A passed, X-B absent) failed'],
      [all(a, b), right('X-B'), 'all(X-A absent, X-B untried) failed'],
      [all([a, b], b), right('X-A'), 'all(list(X-A passed, X-B untried) passed, X-B absent) failed'],
      [[all(a, b), b], right('X-A'), 'list(all(X-A passed, X-B absent) failed, X-B absent) failed'],
      [check(a, no), right('X-A'), 'guard(X-A passed) refused'],
      [check(a, yes), {}, 'guard(X-A absent) untried'],
      [[check(a, no), b], right('X-A'), 'list(guard(X-A passed) refused, X-B absent) failed'],
      [check(check(a, yes), no), right('X-A'), 'guard(guard(X-A passed) passed) refused'],
      [all(check(a, yes), b), right('X-A'), 'all(guard(X-A passed) passed, X-B absent) failed'],
      [optional(a), { 'X-A': 'wrong' }, 'optional(X-A refused) failed'],
      [optional([a, b]), { 'X-B': 'wrong' }, 'optional(list(X-A absent, X-B refused) failed) failed'],
      [optional(all(a, b)), right('X-A'), 'optional(all(X-A passed, X-B absent) failed) failed'],
      [all(b, optional(a)), {}, 'all(X-B absent, optional(X-A untried) passed) failed'],
      [all(optional(a), b), {}, 'all(optional(X-A absent) passed, X-B absent) failed'],
    ]
    for (const [auth, headers, wanted] of rows) {
      it(`are ${wanted}`, async () => {
        expect(outline((await explain(auth, headers))?.reason)).to.equal(wanted)
      })
    }

    for (const [auth, headers, path] of [
      [a, right('X-A'), '/op'],
      [[a, b], right('X-B'), '/op'],
      [optional([a, b]), {}, '/op'],
      [all(a, optional(b)), right('X-A'), '/op'],
      [check(a, yes), right('X-A'), '/typed?n=x'],
      [a, {}, '/elsewhere'],
      [null, {}, '/op'],
    ] as const) {
      it(`are absent for ${path} with ${Object.keys(headers).join() || 'nothing'}`, async () => {
        expect(await explain(auth, headers, { path })).to.equal(undefined)
      })
    }
  })
}

describe('promise 36: the reasons of a refusal', () => {
  for (const [how, call] of [
    ['awaited', async (done: Promise<void>) => done.then(() => 1)],
    ['not awaited', () => 1],
  ] as const) {
    it(`name a login for another site, ${how}`, async () => {
      const observations: Observation[] = []
      const api = new SvcAPI({ docs: false, sessions: { secrets: ['s'.repeat(32)] } })
      api.post('/login', { auth: null }, (request) => call(login(request, { name: 'ann' })))
      api.observe((observation) => void observations.push(observation))
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }
      const response = await api.fetch(new Request('http://svc.test/login', { method: 'POST', headers }))
      expect(response.status).to.equal(403)
      const refusal = await explainRefusal(observations)
      expect(formatRefusal(refusal as Refusal)).to.deep.equal([
        'login() starts no session for another site, and Sec-Fetch-Site is cross-site: its host differs. If that page is yours, list it in trustedOrigins.',
      ])
    })
  }

  it('calls no hook and no guard', async () => {
    let calls = 0
    const counted = bearer((_, token) => (calls++, token === TOKEN))
    const other = new SvcAPI({ docs: false, auth: null })
    other.get('/other', { auth: headerKey('X-Other', () => ++calls) }, () => 1)
    const auth = [check(counted, () => ++calls > 99), counted]
    const observations = await observe(auth, { authorization: `Bearer ${TOKEN}x`, 'x-other': TOKEN })
    const before = calls
    const refusal = await explainRefusal(observations, { operations: other.operations() })
    expect([before > 0, calls - before, refusal?.reason.type]).to.deep.equal([true, 0, 'list'])
  })

  it('names the class of what a function threw, not its message', async () => {
    const auth = bearer((_, token): boolean => {
      throw new RangeError(`no ${token}`)
    })
    const refusal = await explain(auth, { authorization: `Bearer ${TOKEN}` })
    const [line = ''] = formatRefusal(refusal as Refusal)
    expect(line).to.match(/its function threw RangeError \(\S*explain-refusal\.test\.ts:\d+\)\.$/)
    expect(JSON.stringify(refusal)).not.to.include(TOKEN)
  })

  it('names a function that takes too long', async () => {
    const auth = bearer(() => new Promise<boolean>(() => undefined))
    expect(outline((await explain(auth, { authorization: 'Bearer x' }))?.reason)).to.equal('bearer timeout')
    const slow = check(key('X-A'), () => new Promise<boolean>(() => undefined))
    expect(outline((await explain(slow, { 'x-a': 'right' }))?.reason)).to.equal('guard(X-A passed) timeout')
  })

  it('recognises the credential of another authenticator by the fixtures', async () => {
    const refusal = await explain(
      key('X-A'),
      { 'x-a': TOKEN },
      { credentials: { partner: { value: TOKEN }, ann: { username: TOKEN, password: '' } } },
    )
    expect(formatRefusal(refusal as Refusal).join()).to.include('The fixtures give this credential to partner.')
  })

  it('distinguishes a user that loadUser does not know from one that the hook refuses, without asking again', async () => {
    let asked = 0
    const explainSession = async (name: string): Promise<readonly unknown[]> => {
      const observations: Observation[] = []
      const loadUser = () => (asked++, name === 'gone' ? null : ({ name } as SessionUser))
      const api = new SvcAPI({ docs: false, sessions: { secrets: ['s'.repeat(32)], loadUser } })
      api.get('/op', { auth: fwAuthSuperuser }, () => 1)
      api.observe((observation) => void observations.push(observation))
      const cookie = `${api.sessions.cookieName}=${await api.sessions.seal({ name })}`
      await api.fetch(new Request('http://svc.test/op', { headers: { cookie } }))
      const { reason } = (await explainRefusal(observations)) as Refusal
      return [asked, (reason as CredentialReason).fault?.fault, (reason as CredentialReason).superuser]
    }
    expect([await explainSession('gone'), await explainSession('bob')]).to.deep.equal([
      [1, 'no-user', true],
      [2, 'wrong', true],
    ])
  })

  for (const [title, fault, wanted] of [
    ['the fault of a kind from outside', { fault: 'x-revoked', seconds: 3 }, { fault: 'x-revoked', seconds: 3 }],
    ['no word of another form', { fault: `x-${TOKEN}!` as `x-${string}` }, undefined],
    ['no scheme that is not known', { fault: 'x-other', scheme: TOKEN }, { fault: 'x-other' }],
    ['no text in place of a number', { fault: 'x-other', length: TOKEN as never }, { fault: 'x-other' }],
  ] as const satisfies readonly (readonly [string, Fault, Fault | undefined])[]) {
    it(`takes ${title}`, async () => {
      const refusal = await explain(named('kind', new Outside(() => fault)), { 'x-outside': TOKEN })
      expect(refusal?.reason).to.deep.include({ outcome: 'unusable', ...(wanted && { fault: wanted }) })
      const [line = ''] = formatRefusal(refusal as Refusal)
      const words = wanted ? `its kind calls it ${wanted.fault.slice(2)}` : 'it is there and malformed'
      expect(line).to.match(new RegExp(`^kind .*looks for header X-Outside: ${words}`))
      expect(JSON.stringify(refusal)).not.to.include(TOKEN)
    })
  }

  it('goes on where a kind from outside throws', async () => {
    const thrower = new Outside(() => {
      throw new Error(TOKEN)
    })
    expect(outline((await explain(thrower, { 'x-outside': TOKEN }))?.reason)).to.equal('Outside unusable')
    expect(outline((await explain(thrower, {}))?.reason)).to.equal('Outside absent')
    expect(await explain(thrower, { 'x-any': '1' }, { operations: [null as never] })).to.equal(undefined)
  })
})

class Outside extends Authenticator<[text: string]> {
  readonly #explain: () => Fault
  constructor(fault: () => Fault) {
    super()
    this.#explain = fault
  }
  override describe() {
    return describeLeaf({ in: 'header', name: 'X-Outside' }, { name: 'Outside', kind: 'x-outside' })
  }
  override read(request: { headerValues(name: string): readonly string[] }): ReadCredential<[text: string]> {
    return request.headerValues('x-outside').length > 0 ? UNUSABLE : undefined
  }
  override explain(): Fault {
    return this.#explain()
  }
  override verify(request: AuthRequest): unknown {
    return this.authenticate(request)
  }
  authenticate(_request: AuthRequest): unknown {
    return undefined
  }
}
