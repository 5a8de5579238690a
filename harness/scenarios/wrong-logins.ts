import type { RequestData } from '../model/request.ts'
import { numbered, type RowIn } from '../model/row-name.ts'
import type { Probe } from './probe-row.ts'
import { otherCase, rotateText } from '../text/encoding.ts'
import { parseObject } from '../text/json.ts'

/** A login with wrong data, made from a good one. */
export interface WrongLogin extends Pick<Probe, 'variant' | 'title' | 'cause' | 'cwe'> {
  readonly name: RowIn<'flow'>
  readonly request: RequestData
}

/** Fields of a form or a JSON body, by the two that a login has. */
interface Fields {
  readonly user: string
  readonly password: string
  readonly values: Readonly<Record<string, unknown>>
  readonly isJson: boolean
}

const PASSWORD = /pass|pwd|secret|\bpin\b/i
const USER = /user|login|e-?mail|account|name/i

interface Change {
  readonly name: RowIn<'flow'>
  readonly title: string
  readonly cause: string
  readonly cwe: number
  readonly jsonOnly?: true
  /** The changed fields; a field that is `undefined` is left out. `undefined` where nothing would change. */
  readonly change: (good: { readonly user: string; readonly password: string }) => Changed | undefined
}

interface Changed {
  readonly user?: unknown
  readonly password?: unknown
}

type Changes = Readonly<Partial<Record<RowIn<'flow'>, readonly [title: string, change: Change['change']]>>>

/** Changes that find one mistake. */
function rows(cause: string, cwe: number, changes: Changes): readonly Change[] {
  return Object.entries(changes).map(([name, [title, change]]) => ({
    name: name as RowIn<'flow'>,
    title,
    cause,
    cwe,
    change,
  }))
}

const LOOKED_UP = 'the password of an unknown user is undefined or empty, and equals none'
const QUERY = 'the login is written into a query'
const COERCED = 'a value of another type is handed to the database or compared with =='
const WRONG = 'svc-wrong-4b1d'
/** bcrypt reads no more (its input is cut to 72 bytes). */
const MOST_READ = 72

/** Few that name the real user: an account may be locked after some. */
// oxfmt-ignore
const CHANGES: readonly Change[] = [
  ...rows('the session or token is issued before the password is compared', 287, {
    'wrong-password': ['a login with a wrong password', ({ password }) => ({ password: rotateText(password) })],
    'unknown-user-wrong': [
      'a login of a user who does not exist, with a wrong password',
      ({ user, password }) => ({ user: unknownUser(user), password: rotateText(password) }),
    ],
  }),
  ...rows('an empty password equals a missing setting, or is not compared', 258, {
    'empty-password': ['a login with an empty password', () => ({ password: '' })],
  }),
  ...rows('undefined is compared with undefined, or not at all', 287, {
    'no-password': ['a login without the field of the password', () => ({ password: undefined })],
  }),
  ...rows('a password that is the user name is never compared with the right one', 521, {
    'password-is-user': ['a login with the user name as the password', ({ user }) => ({ password: user })],
  }),
  ...rows('the password is folded before it is compared', 178, {
    'password-case': ['a login with the password in the other case', ({ password }) => ({ password: otherCase(password) })],
  }),
  ...rows('only the beginning of the password is compared', 187, {
    'password-prefix': ['a login with the password without its last character', ({ password }) => ({ password: password.slice(0, -1) })],
    'password-longer': [
      'a login with the password and one character more',
      ({ password }) => (Buffer.byteLength(password) < MOST_READ ? { password: `${password}x` } : undefined),
    ],
  }),
  ...rows('white space is cut off before the password is compared, or blanks stand for one', 287, {
    'password-blanks': ['a login with blanks around the password', ({ password }) => ({ password: ` ${password} ` })],
    'blank-password': ['a login with a password of blanks', () => ({ password: '   ' })],
  }),
  ...rows('the password is looked up and the user is not', 287, {
    'unknown-user': ['a login of a user who does not exist, with a good password', ({ user }) => ({ user: unknownUser(user) })],
  }),
  ...rows(LOOKED_UP, 287, {
    'unknown-empty': ['a login of a user who does not exist, with an empty password', ({ user }) => ({ user: unknownUser(user), password: '' })],
    'unknown-no-password': [
      'a login of a user who does not exist, without a password',
      ({ user }) => ({ user: unknownUser(user), password: undefined }),
    ],
  }),
  ...rows('the login is used as a pattern', 625, {
    'user-pattern': ['a login whose user is a pattern, with a good password', ({ user }) => ({ user: `${user.slice(0, -1)}.` })],
    'user-like': ['a login whose user is a pattern of SQL, with a good password', () => ({ user: '%' })],
    'user-like-prefix': ['a login whose user ends in a pattern of SQL, with a good password', ({ user }) => ({ user: `${user.slice(0, 1)}%` })],
    'password-pattern': ['a login whose password is a pattern', () => ({ password: '.*' })],
    'password-like': ['a login whose password is a pattern of SQL', () => ({ password: '%' })],
  }),
  ...rows('users are members of a plain object', 1321, {
    'user-prototype': ['a login of the user __proto__', () => ({ user: '__proto__', password: '[object Object]' })],
  }),
  ...rows(QUERY, 89, {
    'sql-user': ['a login whose user ends the query', ({ user }) => ({ user: `${user}'--`, password: 'svc' })],
    'sql-any': ['a login whose user is an SQL condition', () => ({ user: "' OR '1'='1", password: "' OR '1'='1" })],
    'sql-any-comment': ['a login whose user is an SQL condition with a comment', () => ({ user: "' OR 1=1 --", password: 'svc' })],
    'sql-password': ['a login whose password is an SQL condition', () => ({ password: "' OR '1'='1" })],
    'sql-double': ['a login whose user is an SQL condition in double quotes', () => ({ user: '" OR "1"="1', password: '" OR "1"="1' })],
    'sql-quote': ['a login whose user holds a quotation mark', () => ({ user: "svc'nobody", password: WRONG })],
  }),
  ...rows(COERCED, 943, {
    'operator-password': ['a login whose password is an operator of a database', () => ({ password: { $ne: '' } })],
    'operator-user': ['a login whose user is an operator of a database', () => ({ user: { $gt: '' }, password: { $gt: '' } })],
  }),
  ...rows(COERCED, 843, {
    'list-password': ['a login whose password is a list that holds it', ({ password }) => ({ password: [password] })],
  }),
  ...jsonRows({
    'true-password': ['a login whose password is true', () => ({ password: true })],
    'null-password': ['a login whose password is null', () => ({ password: null })],
    'object-password': ['a login whose password is an empty object', () => ({ password: {} })],
    'unknown-null': ['a login of a user who does not exist, with null', ({ user }) => ({ user: unknownUser(user), password: null })],
    'null-null': ['a login whose user and password are null', () => ({ user: null, password: null })],
    'zero-password': ['a login whose password is 0', () => ({ password: 0 })],
  }),
]

function jsonRows(changes: Changes): readonly Change[] {
  return rows(COERCED, 843, changes).map((row) => ({ ...row, jsonOnly: true }))
}

/** A user of the same form who does not exist, so that validation has nothing against him; of an e-mail address the domain stays. */
function unknownUser(user: string): string {
  const at = user.lastIndexOf('@')
  const name = at < 0 ? user : user.slice(0, at)
  const other = rotateText(name)
  return `${other === name ? 'svc-nobody' : other}${at < 0 ? '' : user.slice(at)}`
}

/** Every login that must be refused, made from one that is good; none where its fields are not known by their names. */
export function wrongLogins(login: RequestData): readonly WrongLogin[] {
  const fields = readFields(login)
  if (fields === undefined) return []
  const good = { user: String(fields.values[fields.user]), password: String(fields.values[fields.password]) }
  const own = write(fields, {})
  return CHANGES.flatMap(({ change, jsonOnly, ...facts }) => {
    const changed = jsonOnly === undefined || fields.isJson ? change(good) : undefined
    const body = changed === undefined ? own : write(fields, changed)
    return body === own ? [] : [{ ...facts, request: { ...login, body } }]
  })
}

/** The user of a login, as its request names it; `undefined` where its fields are not known by their names. */
export function nameInLogin(login: RequestData): string | undefined {
  const fields = readFields(login)
  return fields === undefined ? undefined : String(fields.values[fields.user])
}

/** The names of the members of a login; none where its fields are not known by their names. */
export function membersOf(login: RequestData): readonly string[] {
  return Object.keys(readFields(login)?.values ?? {})
}

/** The login with more members; `undefined` without any, or where its fields are not known by their names. */
export function withMembers(login: RequestData, more: Readonly<Record<string, unknown>>): RequestData | undefined {
  const fields = Object.keys(more).length === 0 ? undefined : readFields(login)
  return fields && { ...login, body: write({ ...fields, values: { ...fields.values, ...more } }, {}) }
}

/** Other users whose names are tried: each is asked for in two requests. */
const MOST_OTHERS = 10

/**
 * Logins of other users with passwords that need no guessing: empty, as a missing setting leaves it, and the name itself, as an account
 * is set up (CWE-258, CWE-1392). Each is sent once, since an account may be locked after some.
 */
export function weakLogins(login: RequestData, names: readonly string[]): readonly WrongLogin[] {
  const fields = readFields(login)
  if (fields === undefined) return []
  return names.slice(0, MOST_OTHERS).flatMap((user, at) =>
    WEAK.map(([name, how, cwe, cause, of]): WrongLogin => ({
      name,
      ...numbered(at + 1),
      title: `a login of ${user} with ${how}`,
      cause,
      cwe,
      request: { ...login, body: write(fields, { user, password: of(user) }) },
    })),
  )
}

// oxfmt-ignore
const WEAK: readonly (readonly [name: RowIn<'flow'>, how: string, cwe: number, cause: string, of: (user: string) => string])[] = [
  ['empty-password', 'an empty password', 258, 'an account without a password has an empty one: a missing setting is read as an empty text', () => ''],
  ['password-is-user', 'the user name as the password', 1392, 'the password of an account is its name', (user) => user],
]

function readFields({ headers, body }: RequestData): Fields | undefined {
  if (body === undefined) return undefined
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const isJson = type.includes('json')
  const values = isJson ? parseObject(body) : Object.fromEntries(new URLSearchParams(body))
  const names = Object.keys(values ?? {})
  const password = names.find((name) => PASSWORD.test(name))
  const others = names.filter((name) => name !== password)
  const user = others.find((name) => USER.test(name)) ?? (others.length === 1 ? others[0] : undefined)
  return values === undefined || password === undefined || user === undefined
    ? undefined
    : { user, password, values, isJson }
}

function write({ user, password, values, isJson }: Fields, changed: Changed): string {
  const all: Record<string, unknown> = { ...values }
  if ('user' in changed) all[user] = changed.user
  if ('password' in changed) all[password] = changed.password
  if (isJson) return JSON.stringify(all)
  return new URLSearchParams(Object.entries(all).flatMap(([name, value]) => pairsOf(name, value))).toString()
}

/** A list and an object as forms spell them: `password[]=x`, `password[$ne]=`. */
function pairsOf(name: string, value: unknown): readonly [string, string][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null)
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  const members = Object.entries(value)
  return members.map(([key, member]) => [`${name}[${Array.isArray(value) ? '' : key}]`, String(member)])
}
