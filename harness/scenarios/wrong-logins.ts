import type { RequestData } from '../model/request.ts'

/** A login with wrong data, made from a good one. */
export interface WrongLogin {
  readonly name: string
  readonly title: string
  readonly cause: string
  readonly cwe: number
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
const NOBODY = 'svc-nobody'

interface Change {
  readonly name: string
  readonly title: string
  readonly cause: string
  readonly cwe: number
  readonly jsonOnly?: true
  /** The changed fields; a field that is `undefined` is left out. */
  readonly change: (good: { readonly user: unknown; readonly password: unknown }) => {
    readonly user?: unknown
    readonly password?: unknown
  }
}

const LOOKED_UP = 'the password of an unknown user is undefined or empty, and equals none'
const QUERY = 'the login is written into a query'
const COERCED = 'a value of another type is handed to the database or compared with =='

/** Few that name the real user: an account may be locked after some. */
const CHANGES: readonly Change[] = [
  {
    name: 'empty-password',
    title: 'a login with an empty password',
    cause: 'an empty password equals a missing setting, or is not compared',
    cwe: 258,
    change: () => ({ password: '' }),
  },
  {
    name: 'no-password',
    title: 'a login without the field of the password',
    cause: 'undefined is compared with undefined, or not at all',
    cwe: 287,
    change: () => ({ password: undefined }),
  },
  {
    name: 'unknown-user',
    title: 'a login of a user who does not exist, with a good password',
    cause: 'the password is looked up and the user is not',
    cwe: 287,
    change: () => ({ user: NOBODY }),
  },
  {
    name: 'unknown-empty',
    title: 'a login of a user who does not exist, with an empty password',
    cause: LOOKED_UP,
    cwe: 287,
    change: () => ({ user: NOBODY, password: '' }),
  },
  {
    name: 'unknown-no-password',
    title: 'a login of a user who does not exist, without a password',
    cause: LOOKED_UP,
    cwe: 287,
    change: () => ({ user: NOBODY, password: undefined }),
  },
  {
    name: 'user-pattern',
    title: 'a login whose user is a pattern, with a good password',
    cause: 'the user is used as a regular expression',
    cwe: 625,
    change: () => ({ user: '.*' }),
  },
  {
    name: 'user-prototype',
    title: 'a login of the user __proto__',
    cause: 'users are members of a plain object',
    cwe: 1321,
    change: () => ({ user: '__proto__', password: '[object Object]' }),
  },
  {
    name: 'sql-user',
    title: 'a login whose user ends the query',
    cause: QUERY,
    cwe: 89,
    change: ({ user }) => ({ user: `${String(user)}'--`, password: 'svc' }),
  },
  {
    name: 'sql-any',
    title: 'a login whose user is an SQL condition',
    cause: QUERY,
    cwe: 89,
    change: () => ({ user: "' OR '1'='1", password: "' OR '1'='1" }),
  },
  {
    name: 'operator-password',
    title: 'a login whose password is an operator of a database',
    cause: COERCED,
    cwe: 943,
    jsonOnly: true,
    change: () => ({ password: { $ne: '' } }),
  },
  {
    name: 'operator-user',
    title: 'a login whose user is an operator of a database',
    cause: COERCED,
    cwe: 943,
    jsonOnly: true,
    change: () => ({ user: { $gt: '' }, password: { $gt: '' } }),
  },
  {
    name: 'true-password',
    title: 'a login whose password is true',
    cause: COERCED,
    cwe: 843,
    jsonOnly: true,
    change: () => ({ password: true }),
  },
]

/** Every login that must be refused, made from one that is good; none where its fields are not known by their names. */
export function wrongLogins(login: RequestData): readonly WrongLogin[] {
  const fields = readFields(login)
  if (fields === undefined) return []
  const good = { user: fields.values[fields.user], password: fields.values[fields.password] }
  return CHANGES.filter(({ jsonOnly }) => jsonOnly === undefined || fields.isJson).map(({ change, ...facts }) => ({
    name: facts.name,
    title: facts.title,
    cause: facts.cause,
    cwe: facts.cwe,
    request: { ...login, body: write(fields, change(good)) },
  }))
}

function readFields({ headers, body }: RequestData): Fields | undefined {
  if (body === undefined) return undefined
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const isJson = type.includes('json')
  const values = isJson ? parseObject(body) : Object.fromEntries(new URLSearchParams(body))
  const names = Object.keys(values ?? {})
  const password = names.find((name) => PASSWORD.test(name))
  const user = names.find((name) => name !== password && USER.test(name))
  return values === undefined || password === undefined || user === undefined
    ? undefined
    : { user, password, values, isJson }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

function write({ user, password, values, isJson }: Fields, changed: ReturnType<Change['change']>): string {
  const all: Record<string, unknown> = { ...values }
  if ('user' in changed) all[user] = changed.user
  if ('password' in changed) all[password] = changed.password
  if (isJson) return JSON.stringify(all)
  const known = Object.entries(all).filter(([, value]) => value !== undefined)
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString()
}
