import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isLoopback, isSafeMethod } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { fillBody } from '../ask/bodies.ts'
import type { Answer, Ask, Exploration, Tried } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { isRefusal } from '../ask/standing.ts'
import { type KeptAddress, lastMade, PATIENCE, startCalls } from './called-later.ts'
import type { User } from '../ask/users.ts'
import { withValueAt } from '../ask/values.ts'
import { idOfUser } from '../whose/callers.ts'
import { userIdAt } from '../whose/user-ids.ts'
import { parseObject } from '../text/json.ts'

/** Names of members and parameters that hold an address. */
const ADDRESS =
  /(?:^|_|-|[a-z])(?:ur[il]|href|link|webhook|callback|endpoint|feed|image|avatar|photo|picture|src|source|target|redirect)(?:_?ur[il])?$/i

/** Names of members that hold a host, beside a port. */
const HOST = /^(?:host(?:_?name)?|server(?:_?(?:host|address|name))?|address|ip(?:_?address)?)$/i
const PORT = /^(?:server_?)?port$/i
/** Names of members that ask for TLS, which the listener has not. */
const SECURE = /ssl|tls|https|secure/i

/** Operations that write over settings. */
const SETTINGS = /\/(?:settings?|config(?:uration)?|preferences?|setup)(?:\/(?!.*(?:test|check|probe))|$)/i

/** Fields that carry credentials. */
const CARRIES = /^(?:authorization|cookie|x-.+)$/i
/** Characters of a credential that stand in a field by no accident. */
const LEAST = 8

/** Names of members that say whether an address is called at all. */
const ACTIVE = /^(?:is_?)?(?:active|enabled)$/i

/**
 * Puts the address of a listener of the run where an operation takes one, as each user who may ask. A server that fetches it fetches
 * what stands behind it as well. Only a server on this machine reaches the listener.
 */
export async function exploreCallbacks(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const places = world.routes.flatMap((route) => placesOf(route).map((place) => ({ route, place })))
  const asked = places.filter(({ route }) => world.whyNot(route) === undefined && world.wants('callback', route))
  if (asked.length === 0 || !isLoopback(world.names.at(-1) ?? '')) return
  const listener = await listen()
  const kept: Kept[] = []
  const someone = asked.some(({ route }) => !isSafeMethod(route.method)) ? await people?.make() : undefined
  try {
    for (const [at, { route, place }] of asked.entries()) {
      if ('host' in place) {
        await tryHost(route, place, someone, world)
        continue
      }
      const path = `/${world.mark}-${at}.png`
      const users = await usersFor(route, world, people, someone)
      const address = `http://127.0.0.1:${listener.port}${path}`
      const isCalled = (): boolean => listener.called.has(path)
      const fields = (): string => listener.called.get(path) ?? ''
      const one = await tryPlace({ route, place, users, address, isCalled, fields }, world)
      if (one !== undefined) kept.push(one)
    }
    const later = await startCalls(kept, world)
    for (const one of kept) reportLater(one, later.get(one), world)
  } finally {
    listener.close()
  }
}

/** A server on loopback, and the fields of the requests for each path that it was asked for. */
export interface Listener {
  readonly port: number
  readonly called: ReadonlyMap<string, string>
  close(): void
}

/** @param body of each answer, in JSON where it is not the plain one */
export async function listen(body = 'svc'): Promise<Listener> {
  const called = new Map<string, string>()
  const server = createServer((request, response) => {
    // A server may add parameters of its own.
    called.set((request.url ?? '').replace(/\?.*$/, ''), request.rawHeaders.join('\n'))
    response.writeHead(200, { 'content-type': body === 'svc' ? 'text/plain' : 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, called, close }
}

/**
 * A host that a user of the run, or any client, may name: its own listener is asked for paths that the server chooses. Users of the
 * fixtures would write settings.
 */
async function tryHost(route: Route, place: HostPlace, someone: User | undefined, world: Exploration): Promise<void> {
  const listener = await listen()
  const address = `127.0.0.1:${listener.port}`
  const isCalled = (): boolean => listener.called.size > 0
  try {
    const users = someone === undefined ? [] : [someone]
    const fields = (): string => [...listener.called.values()].join('\n')
    const kept = await tryPlace({ route, place, users, address, isCalled, fields }, world)
    if (kept !== undefined) world.passed(triedIn(route, kept.name, kept.answer))
  } finally {
    listener.close()
  }
}

/** A host, and the port that stands beside it in a body. */
interface HostPlace {
  readonly host: readonly string[]
  readonly port: readonly string[]
}
type Place = { readonly query: string } | { readonly member: readonly string[] } | HostPlace

function placesOf(route: Route): readonly Place[] {
  const query = Object.keys(route.sample?.query ?? {}).filter((name) => ADDRESS.test(name))
  const members = (route.inputs?.body ?? []).filter(
    ({ path, type, format, sample }) =>
      type === 'string' &&
      (format === 'uri' || format === 'url' || ADDRESS.test(path.at(-1) ?? '') || /^https?:\/\//.test(String(sample))),
  )
  const hosts = (route.inputs?.body ?? []).flatMap(({ path, type }): readonly HostPlace[] => {
    const port = route.inputs?.body.find((one) => PORT.test(one.path.at(-1) ?? '') && isBeside(one.path, path))
    return type === 'string' && HOST.test(path.at(-1) ?? '') && port !== undefined
      ? [{ host: path, port: port.path }]
      : []
  })
  return [
    ...query.map((name) => ({ query: name })),
    ...(isSafeMethod(route.method) ? [] : members.map(({ path }) => ({ member: path }))),
    ...(route.method === 'POST' && !SETTINGS.test(route.path) ? hosts : []),
  ]
}

function isBeside(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, -1).join('/') === other.slice(0, -1).join('/')
}

interface Trying {
  readonly route: Route
  readonly users: readonly User[]
  readonly place: Place
  readonly address: string
  readonly isCalled: () => boolean
  /** The header fields of the request to the listener. */
  readonly fields: () => string
}

/** An address that was taken and not called, and the answer. */
interface Kept extends KeptAddress {
  readonly name: string
  readonly answer: Answer
}

/** @returns the address, where it was taken and not called */
async function tryPlace(
  { route, users, place, address, isCalled, fields }: Trying,
  world: Exploration,
): Promise<Kept | undefined> {
  let answer: Answer | undefined
  const inputs = inputsOf(route, place, address, world)
  for (const asked of [...users, undefined].flatMap((as) => inputs.map((input) => ({ route, as, ...input })))) {
    const next = await world.ask({ ...asked, ...(await ownPath(route, asked.as, world)) })
    answer = next === undefined || (answer !== undefined && isRefusal(next)) ? answer : next
    // A server may refuse a request after it has fetched its address.
    if (next !== undefined && !isRefusal(next)) await delay(PATIENCE)
    if (isCalled()) answer = next ?? answer
    if (isCalled() || next?.isGood === true) break
  }
  if (answer === undefined) return undefined
  const name = nameOf(place)
  const tried = triedIn(route, name, answer)
  if (isCalled() && holdsCredential(fields(), answer))
    world.found({
      ...tried,
      variant: `${name}.credential`,
      title: `the address of a listener of the run in ${name}, looked at for the credential of who asks`,
      code: 'called',
      expected: 'a request without the credential of the user',
      got: 'the listener got the credential of the user who asked',
      cause: `${route.key} sends the credential of who asks to the address in ${name}, on whatever host: who names it for a user, or reads its log, has the login of that user`,
    })
  if (isCalled())
    world.found({
      ...tried,
      code: 'called',
      expected: 'no request to an address of this machine',
      got: `${answer.status}, and the listener was asked ${'host' in place ? 'at the port that was sent' : 'for the path that was sent'}`,
      cause: `${route.key} fetches the address in ${name}, on whatever host: what stands behind the server can be reached through it`,
    })
  else if (!answer.isGood)
    world.inconclusive(tried, `${answer.status}: the operation did not take the request, so nothing was fetched`)
  else if (isSafeMethod(route.method) || answer.as === undefined) world.passed(tried)
  else return { route, as: answer.as, id: lastMade(route, world), isCalled, name, answer }
  return undefined
}

/** Whether the fields that the listener got have a credential of the request for which it was asked. */
function holdsCredential(fields: string, { as, request }: Answer): boolean {
  if (as === undefined) return false
  const own = request.headers.flatMap(([name, value]) => (CARRIES.test(name) ? [value.replace(/^\w+[ =]/, '')] : []))
  return own.some((one) => one.length >= LEAST && fields.includes(one))
}

function nameOf(place: Place): string {
  return 'query' in place ? place.query : (('host' in place ? place.host : place.member).at(-1) ?? '')
}

function triedIn(route: Route, name: string, answer: Answer): Tried {
  const title = `the address of a listener of the run in ${name}`
  return { row: 'callback', route, variant: name, title, answers: [answer] }
}

function reportLater({ route, name, answer }: Kept, by: Route | undefined, world: Exploration): void {
  const tried = triedIn(route, name, answer)
  if (by === undefined) return world.passed(tried)
  world.found({
    ...tried,
    code: 'called',
    expected: 'no request to an address of this machine',
    got: `${answer.status}, and the listener was asked for the path that was sent, after ${by.key}`,
    cause: `${route.key} keeps the address in ${name}, on whatever host, and the server calls it after ${by.key}: what stands behind the server can be reached through it`,
  })
}

/** A user of the run, who has no other addresses, then users who may. What changes the user who asks is asked as one who was made for the run. */
async function usersFor(
  { key, method, as, kept }: Route,
  { users, fixtures }: Exploration,
  people: Throwaways | undefined,
  someone: User | undefined,
): Promise<readonly User[]> {
  if (!isSafeMethod(method) && (as !== undefined || kept !== undefined)) {
    const made = await people?.make()
    return made === undefined ? [] : [made]
  }
  const allow = fixtures.routes[key]?.allow ?? []
  const may = ({ name, roles }: User): boolean => [name, ...roles].some((one) => allow.includes(one))
  const able = users.toSorted((one, other) => Number(may(other)) - Number(may(one)))
  return someone === undefined || isSafeMethod(method) ? able : [someone, ...able]
}

/** The path of the user who asks, where the operation is about a user: one who was made for the run. */
async function ownPath(
  route: Route,
  as: User | undefined,
  world: Exploration,
): Promise<Pick<Ask, 'params'> | undefined> {
  const param = as?.isThrowaway === true ? userIdAt(route, world) : undefined
  const id = as && param !== undefined ? await idOfUser(as, world, param) : undefined
  return param === undefined || id === undefined ? undefined : { params: { [param]: id } }
}

interface Input {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The required members, then the body that the server takes from a user. */
function inputsOf(route: Route, place: Place, address: string, { mark }: Exploration): readonly Input[] {
  if ('query' in place) return [{ query: { [place.query]: address } }]
  const taken = parseObject(route.sample?.body?.text ?? '')
  const [host = '', port = ''] = address.split(':')
  const body = fillBody(route, ({ path, sample, type, format, isChoice, isRequired }) => {
    if ('member' in place && path === place.member) return address
    if ('host' in place && path === place.host) return host
    if ('host' in place && path === place.port) return type === 'string' ? port : Number(port)
    if ('host' in place && type === 'boolean' && SECURE.test(path.at(-1) ?? '')) return false
    if (type === 'boolean' && ACTIVE.test(path.at(-1) ?? '') && route.method === 'POST') return true
    const isText = type === 'string' && !isChoice && format === undefined
    return isRequired ? (isText ? `${mark} text` : sample) : undefined
  })
  if ('host' in place || taken === undefined) return [{ body }]
  return [{ body }, { body: withValueAt(taken, place.member, address) }]
}
