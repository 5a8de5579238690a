import { isSafeMethod } from '../../server/internal.ts'
import type { FixtureFile, RouteFixtureInput } from '../credentials/define.ts'
import { usersIn } from '../credentials/resolve-routes.ts'
import { asking } from '../ask/asking.ts'
import { usersOf } from '../ask/users.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import type { RequestData, TakeAs } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { carrierOf } from '../model/taken-credential.ts'
import type { Endpoint } from '../replay/connection.ts'
import { fieldsOf } from '../replay/response-reader.ts'
import { SocketTarget } from '../replay/target.ts'
import type { Traffic } from '../replay/traffic.ts'
import { answerAlone, sendAlone } from '../run/stage.ts'
import { destroysByName } from '../subject/destroys.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { namedOperations } from './named-operations.ts'
import { endpointOf } from '../targets/targets.ts'
import { isOpenByName, type Undeclared } from '../targets/undeclared.ts'
import { withFailures } from './learn-failures.ts'
import type { Subject } from './subject.ts'

/** The subject with the guards that its answers show. */
export interface Learned {
  readonly subject: Subject
  /** Operations that refused a request without a credential, and of which the fixtures say nothing. */
  readonly keys: readonly string[]
  /**
   * The refusals of those that answered another status than 401 and 403, by operation: guarded where a user gets more, or where the
   * refusal is word for word that of such a one.
   */
  readonly unsure: ReadonlyMap<string, string>
  readonly remarks: readonly Remark[]
}

interface LearnInput {
  readonly subject: Subject
  readonly fixtures: FixtureFile
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Nothing is sent: only the fixtures say what is guarded. */
  readonly dry: boolean
}

/** The operations of a server as its answers and the fixtures say more of them than its document. */
export async function learnGuards(input: LearnInput): Promise<Learned> {
  const learned = await learnGuarded(input)
  const { subject, remarks } = learned
  const named = subject.kind === 'local' ? [] : namedOperations(input.fixtures, subject.routes)
  if (subject.kind === 'local' || named.length === 0) return learned
  const keys = named.map(({ key }) => key).join(', ')
  const message = `named by the fixtures and not by the document, tested as open to every client: ${keys}`
  return {
    ...learned,
    subject: { ...subject, routes: [...subject.routes, ...named] },
    remarks: [...remarks, { kind: 'notice', message }],
  }
}

/**
 * Of a document without `security`: operations that answer 401 or 403 to a request without a credential are taken for guarded,
 * and those that the fixtures call protected.
 */
async function learnGuarded({ subject: given, fixtures, timeout, dry }: LearnInput): Promise<Learned> {
  if (given.kind === 'local' || given.undeclared === undefined)
    return { subject: given, keys: [], unsure: new Map(), remarks: [] }
  const { subject, remarks } = await withFailures(given, { fixtures, timeout, dry })
  const { routes, origin, unsafe, traffic, failures } = subject
  const { undeclared } = given
  const said = routes.filter(({ key }) => isSaid(fixtures, key)).map(({ key }) => key)
  const refusals = dry ? [] : await askWithout(routes, { origin, timeout, unsafe, fixtures, traffic, failures })
  const answers = refusals.filter((one) => isRefusal(one, fixtures))
  const keys = answers.filter(({ route }) => !said.includes(route.key)).map(({ route }) => route.key)
  const unsure = new Map(answers.flatMap(({ isPlain, route, text }) => (isPlain ? [] : [[route.key, text] as const])))
  const challenges = answers.flatMap(({ challenge }) => challenge ?? [])
  const { names, declared } = schemesFor(undeclared, fixtures, challenges, routes)
  const guarded = undeclared.guardedBy(new Set([...said, ...keys]), names, declared)
  const unasked = unsafe || dry ? [] : routes.filter((route) => mayBeGuarded(route) && !said.includes(route.key))
  return {
    subject: { ...subject, routes: guarded },
    keys,
    unsure,
    remarks: [...remarks, ...describe(keys, unasked.length).map((message): Remark => ({ kind: 'notice', message }))],
  }
}

/** An operation that answers 401 to every user has no guard that these credentials pass, and one of another status none that was seen. */
export async function confirmGuards(
  routes: readonly Route[],
  fixtures: Fixtures,
  { keys, unsure, subject, timeout }: Pick<Learned, 'keys' | 'unsure'> & Pick<LearnInput, 'subject' | 'timeout'>,
): Promise<{ readonly routes: readonly Route[]; readonly remarks: readonly Remark[] }> {
  const users = usersOf(fixtures)
  if (subject.kind === 'local' || keys.length === 0 || users.length === 0) return { routes, remarks: [] }
  const target = new SocketTarget(endpointOf(subject.origin, subject), timeout, undefined)
  const { ask } = asking({ send: (request) => sendAlone(request, target) }, { routes, fixtures, mayWrite: false })
  const open = new Set<string>()
  const passed = new Set<string>()
  try {
    for (const route of routes.filter(({ key }) => keys.includes(key))) {
      const statuses: (number | undefined)[] = []
      for (const as of users) statuses.push((await ask({ route, as }))?.status)
      const text = unsure.get(route.key)
      const isPassed = statuses.some((status = 0) => status < 300 && status >= 200)
      if (text !== undefined && isPassed) passed.add(text)
      if (text === undefined && statuses.every((status) => status === 401)) open.add(route.key)
    }
  } finally {
    await target.close()
  }
  for (const [key, text] of unsure) if (!passed.has(text)) open.add(key)
  if (open.size === 0) return { routes, remarks: [] }
  const message = `refused to every user as without a credential, so not taken for guarded by this login: ${[...open].join(', ')}`
  return {
    routes: routes.map((route) => (open.has(route.key) ? { ...route, auth: null } : route)),
    remarks: [{ kind: 'notice', message }],
  }
}

function isSaid({ routes = {}, roles = {} }: FixtureFile, key: string): boolean {
  const own = routes[key]
  return own?.protected === true || own?.use !== undefined || own?.allow !== undefined || roles[key] !== undefined
}

interface Refusal {
  readonly route: Route
  /** The scheme that it asks for (RFC 9110 section 11.6.1). */
  readonly challenge: string | undefined
  /** 401 or 403. */
  readonly isPlain: boolean
  readonly text: string
}

/** Another status may be one of the request itself: it counts where users of the fixtures may get more. */
function isRefusal({ isPlain }: Refusal, { users, credentials }: FixtureFile): boolean {
  return isPlain || users !== undefined || credentials !== undefined
}

async function askWithout(
  routes: readonly Route[],
  {
    origin,
    timeout,
    unsafe,
    fixtures,
    traffic,
    failures,
  }: {
    readonly origin: string
    readonly unsafe: boolean
    readonly traffic: Traffic | undefined
    readonly failures: Endpoint['failures']
  } & Pick<LearnInput, 'timeout' | 'fixtures'>,
): Promise<readonly Refusal[]> {
  const target = new SocketTarget(endpointOf(origin, { traffic, failures }), timeout, undefined)
  const found: Refusal[] = []
  const own = [fixtures.login, fixtures.register].map((step) => step?.request.path.split('?')[0])
  try {
    for (const route of routes) {
      const fixture = fixtures.routes?.[route.key]
      const isOwn = own.includes(route.path) || own.includes(route.base + route.path)
      if (isOwn || fixture?.unsafe === 'never' || fixture?.as !== undefined || destroysByName(route)) continue
      if (!isSafeMethod(route.method) && !(unsafe && mayBeGuarded(route))) continue
      const answer = await answerAlone(requestWithout(route, fixture), target)
      if (answer === undefined || !isClientFault(answer.status)) continue
      const [challenge] = fieldsOf(answer.headers, 'www-authenticate')
      const isPlain = answer.status === 401 || answer.status === 403
      const text = `${answer.status} ${answer.body}`
      found.push({ route, challenge: challenge?.trim().split(/[\s,]/)[0], isPlain, text })
    }
  } finally {
    await target.close()
  }
  return found
}

function isClientFault(status: number): boolean {
  return status >= 400 && status < 500 && status !== 404 && status !== 405 && status !== 429
}

/** An operation may be guarded that may change something, logins, registrations and their like apart. */
function mayBeGuarded({ method, path }: Route): boolean {
  return !isSafeMethod(method) && !isOpenByName(method, path)
}

/** Without a credential and a body; what may change something names nothing. */
function requestWithout(route: Route, fixture: RouteFixtureInput | undefined): RequestData {
  const { body: _, ...sample } = route.sample ?? { params: {}, query: {}, headers: {} }
  const { params = {} } = fixture ?? {}
  const ofFirst = usersIn(params)
    .slice(0, 1)
    .map((user) => params[user])
  const written = [...ofFirst, params].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([name, value]) =>
      typeof value === 'object' ? [] : [[name, String(value)] as const],
    ),
  )
  const nothing = [...route.path.matchAll(/\[(?:\.\.\.)?([^\]]+)\]/g)].map(([, name = '']) => [name, NOTHING] as const)
  const own = Object.fromEntries(isSafeMethod(route.method) ? written : nothing)
  return plainRequest({ ...route, sample: { ...sample, params: { ...sample.params, ...own } } }, undefined)
}

/** An id that no record has. */
const NOTHING = '987654321'

/** The authenticator of guarded operations: of the document, or by the fixtures and what a refusal asks for. */
function schemesFor(
  { schemes }: Undeclared,
  { login, credentials = {} }: FixtureFile,
  challenges: readonly string[],
  routes: readonly Route[],
): { readonly names: readonly string[]; readonly declared: Parameters<Undeclared['guardedBy']>[2] } {
  if (schemes.length > 0) {
    const used = schemes.filter((name) => name === login?.use || credentials[name] !== undefined)
    return { names: used.length > 0 ? used : schemes, declared: {} }
  }
  const [written] = Object.keys(credentials)
  const take = login?.take
  const [challenge = 'Bearer'] = challenges
  const cookie = take !== undefined && 'cookie' in take ? { cookie: take.cookie } : undefined
  const as = take?.as ?? fieldCalled(login?.use, routes) ?? cookie
  const name = login?.use ?? written ?? 'login'
  if (as !== undefined) return { names: [name], declared: { [name]: { type: 'apiKey', ...carrierOf(as) } } }
  if (take?.prefix !== undefined)
    return { names: [name], declared: { [name]: { type: 'apiKey', in: 'header', name: 'Authorization' } } }
  return { names: [name], declared: { [name]: { type: 'http', scheme: challenge } } }
}

/** Where `use` is not a scheme, since the document has none, but a header field that an operation takes, it says where the token goes. */
function fieldCalled(use: string | undefined, routes: readonly Route[]): TakeAs | undefined {
  const isField = (name: string): boolean => name.toLowerCase() === use?.toLowerCase()
  const known = routes.some(({ inputs }) => inputs?.headers?.some(isField))
  return use !== undefined && (known || /^x-/i.test(use)) ? { header: use } : undefined
}

function describe(keys: readonly string[], unasked: number): readonly string[] {
  const found = keys.length === 0 ? 'none' : keys.join(', ')
  const rest =
    unasked === 0
      ? ''
      : `. Not asked: ${unasked} that may change something, which --unsafe does with values of no record`
  return [
    `the document does not say what guards its operations. Taken from answers to requests without a credential: ${found}${rest}. ` +
      '--init writes them down, and protected: true of a route keeps it guarded when it no longer answers so',
  ]
}
