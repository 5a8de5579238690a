import { readFileSync } from 'node:fs'
import type { LeafDescription } from 'svc'
import { isNamed, isPair, isText, leavesOf } from '../../server/internal.ts'
import type { Credential, CredentialValue } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { readAs } from '../model/scheme.ts'
import type { ReadName } from '../observe/read-names.ts'
import { parseObject } from '../text/json.ts'
import type { Ask, Exploration, User } from '../ask/exploration.ts'
import { leavesOfJson } from '../ask/values.ts'

/** A value that is the name of no user, role or flag. */
export const NONSENSE = 'svc-nonsense-51c'
const FLAGS: readonly string[] = ['1', 'true', 'yes', 'admin', 'internal', 'localhost']

/** Fields of software on the way, and those with a meaning of RFC 9110 and its kin: rows of the catalogue send those that matter. */
const STANDARD =
  /^(?:accept|access-control|content|if|sec|x-forwarded)-|^(?:accept|age|authorization|baggage|cache-control|connection|cookie|date|expect|forwarded|from|host|idempotency-key|keep-alive|last-event-id|max-forwards|origin|pragma|prefer|priority|range|referer|te|trace(?:parent|state)|transfer-encoding|upgrade|user-agent|via|x-(?:correlation|request|trace)-id|x-requested-with|x-real-ip)$/

/** Fields that say that a gateway stands before the application. */
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/

/** Whether a name says where a request comes from: rows of the catalogue send it alone. */
export function isForwarded({ in: place, name }: ReadName): boolean {
  return place === 'header' && FORWARDED.test(name)
}

/** Values of a name beside which another one may count: words that the code compares it with, an address, a flag. */
export function flagsFor(read: ReadName): readonly string[] {
  const usual = isForwarded(read) ? (read.name.endsWith('host') ? ['localhost'] : ['127.0.0.1']) : ['1', 'true']
  return [...new Set([...(SECRET_NAME.test(read.name) ? [] : wordsNear(read)).slice(0, 2), ...usual])].slice(0, 3)
}

/** Users that each operation is asked with. */
const MOST_USERS = 5

/** The users of the fixtures, and the client of each credential that belongs to none. */
export function peopleOf({ auth }: Route, { users, fixtures }: Exploration): readonly User[] {
  const clients = leavesOf(auth).flatMap(({ name }): readonly User[] => {
    const [credential] = fixtures.valid[name] ?? []
    if (credential === undefined || fixtures.users[credential.user] !== undefined) return []
    return [{ name: `the client of ${name}`, roles: [], credentials: [credential] }]
  })
  return [...users, ...clients].slice(0, MOST_USERS)
}

/** A user whose every credential is well formed and wrong. */
export function wrongUser({ auth }: Route): User | undefined {
  const credentials = leavesOf(auth)
    .map(readAs)
    .flatMap((leaf): readonly Credential[] => {
      const value = wrongValue(leaf)
      const of = { authenticator: leaf.name, user: 'wrong', origin: 'literal', synthetic: true }
      return value === undefined ? [] : [{ ...of, value }]
    })
  return credentials.length === 0 ? undefined : { name: 'a wrong credential', roles: [], credentials }
}

function wrongValue({ carrier }: LeafDescription): CredentialValue | undefined {
  if (isPair(carrier)) return { type: 'basic', username: 'svc-nobody', password: 'svc-wrong' }
  return isText(carrier) ? { type: 'key', value: 'svc-no-such-key-4b1d' } : undefined
}

/** Whether no scenario sends it: what carries a credential is known, and what the fixtures give beside one. */
export function isUnknown({ in: place, name, operation }: ReadName, route: Route, { fixtures }: Exploration): boolean {
  if (operation !== '' && !operation.endsWith(route.path)) return false
  if (place === 'header' && STANDARD.test(name)) return false
  const leaves = leavesOf(route.auth).map(readAs)
  const isCarrier = leaves.some(
    ({ carrier }) => isNamed(carrier) && carrier.in === place && carrier.name.toLowerCase() === name.toLowerCase(),
  )
  const isPart = leaves
    .flatMap((leaf) => fixtures.valid[leaf.name] ?? [])
    .map(({ value }) => (value.type === 'key' ? value.beside : value.type === 'parts' ? value : undefined))
    .some((parts) =>
      Object.keys({ ...parts?.headers, ...parts?.query, ...parts?.cookies }).some(
        (one) => one.toLowerCase() === name.toLowerCase(),
      ),
    )
  return !isCarrier && !isPart
}

/** A name with a value. */
export interface NamedValue {
  readonly read: ReadName
  readonly value: string
}

/** A name beside which another one is sent, and the values that it may have to have. */
export interface NameBeside {
  readonly read: ReadName
  readonly values: readonly string[]
}

/** The names of a user: in the fixtures, of a login, and in the expected `request.auth`. */
export function identityOf({ name, credentials }: User): readonly string[] {
  const known = credentials.flatMap(({ principal, login }) => [
    ...(login === undefined ? [] : [login]),
    ...leavesOfJson(principal).flatMap(({ value }) => (typeof value === 'boolean' ? [] : [String(value)])),
  ])
  return [...new Set([name, ...known])].slice(0, 3)
}

/** Values that could open an operation: words that the code compares the name with, users who may, their roles, and flags. */
export function claimsFor(read: ReadName, passing: readonly User[]): readonly string[] {
  const near = SECRET_NAME.test(read.name) ? [] : wordsNear(read)
  const people = passing.flatMap((user) => [...user.roles, ...identityOf(user).filter((name) => !name.includes(' '))])
  // A name for the method of the request: safe ones ask for less.
  const methods = /method/i.test(read.name) ? ['GET'] : []
  return [...new Set([...near, ...methods, ...people.slice(0, 6), ...FLAGS])]
}

/** Names of credentials that the fixtures do not know: a text beside one in the code may be a secret. */
const SECRET_NAME = /key|token|secret|signature|sig$|passw|hmac|code$|pin$|auth/i

/** The words that the code has on the lines that read the name, but for what looks like a secret. */
function wordsNear({ source, name }: ReadName): readonly string[] {
  const lines = linesOf(source.file).slice(Math.max(0, source.line - 2), source.line + 1)
  const texts = lines.flatMap((line) =>
    [...line.matchAll(/(['"`])((?:(?!\1)[^\\$])*)\1/g)].map(([, , text = '']) => text),
  )
  return texts.filter((text) => WORD.test(text) && text.toLowerCase() !== name.toLowerCase()).slice(0, 4)
}

const WORD = /^(?:\d{1,3}|[A-Za-z][A-Za-z_-]{0,19})$/

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

export function withName(ask: Ask, { in: place, name }: ReadName, value: string, world: Exploration): Ask {
  switch (place) {
    case 'header':
      return { ...ask, headers: { ...ask.headers, [name]: value } }
    case 'query':
      return { ...ask, query: { ...ask.query, [name]: value } }
    case 'cookie':
      return { ...ask, headers: { ...ask.headers, Cookie: cookieWith(ask, `${name}=${encodeURIComponent(value)}`) } }
    case 'body': {
      const { route } = ask
      const known = parseObject(world.fixtures.routes[route.key]?.body?.text ?? route.sample?.body?.text ?? '')
      return {
        ...ask,
        body: { ...known, ...(ask.body as object | undefined), [name]: value === 'true' ? true : value },
      }
    }
  }
}

function cookieWith({ headers = {} }: Ask, cookie: string): string {
  const known = headers['Cookie']
  return known === undefined ? cookie : `${known}; ${cookie}`
}

export function titleOf(read: ReadName, value: string, as: User | undefined, beside?: NamedValue): string {
  const first = beside === undefined ? '' : `${placeOf(beside.read)} with ${beside.value}, `
  return `${first}${placeOf(read)} with ${value}, ${as === undefined ? 'and no credential' : `and ${as.name}`}`
}

export function placeOf({ in: place, name }: ReadName): string {
  return place === 'body' ? `the member ${name} of the body` : `the ${KINDS[place]} ${name}`
}

const KINDS = { header: 'header', query: 'parameter', cookie: 'cookie' } as const
