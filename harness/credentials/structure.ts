import { HarnessError } from '../model/failure.ts'
import { findSecret } from './secret.ts'

/** Says where a value is not of the type it must be: the place and the type, never the value. */
type Check = (value: unknown, place: string) => void

/**
 * Makes sure that fixtures have the structure that their types give them. YAML and JSON are typed by nothing, and what
 * a later step says of a value that it cannot use would show it: a key is what stands there most often.
 *
 * @throws HarnessError naming the place and the expected type.
 */
export function checkStructure(fixtures: object, file: string): void {
  for (const [key, check] of Object.entries(FILE)) {
    const value = (fixtures as Readonly<Record<string, unknown>>)[key]
    if (value !== undefined) check(value, `${file}  ${key}`)
  }
}

const TEXT: Check = (value, place) => {
  if (typeof value !== 'string' && findSecret(value) === undefined) fail(place, "a text or secret('NAME')", value)
}

const PLAIN_TEXT: Check = (value, place) => {
  if (typeof value !== 'string') fail(place, 'a text', value)
}

const TEXT_OR_NUMBER: Check = (value, place) => {
  if (typeof value !== 'number') TEXT(value, place)
}

const LIST: Check = (value, place) => {
  if (!Array.isArray(value)) fail(place, 'a list', value)
}

/** A list of texts, or of objects. */
function listOf(check: Check): Check {
  return (value, place) => {
    LIST(value, place)
    for (const [index, one] of (value as readonly unknown[]).entries()) check(one, `${place}[${index}]`)
  }
}

/** An object whose members, where they are there, are of these types; others are for others to judge. */
function object(members: Readonly<Record<string, Check>>): Check {
  return (value, place) => {
    requireObject(value, place)
    for (const [key, check] of Object.entries(members)) {
      if (value[key] !== undefined) check(value[key], `${place}.${key}`)
    }
  }
}

function recordOf(check: Check, separator = '.'): Check {
  return (value, place) => {
    requireObject(value, place)
    for (const [key, one] of Object.entries(value)) {
      if (one !== undefined) check(one, `${place}${separator}${key}`)
    }
  }
}

const TEXTS = recordOf(TEXT)
const REQUEST = object({ method: PLAIN_TEXT, path: PLAIN_TEXT, headers: TEXTS, form: TEXTS })
const TAKE = object({ json: PLAIN_TEXT, header: PLAIN_TEXT, cookie: PLAIN_TEXT })
const LOGIN: Check = (value, place) => {
  object({ request: REQUEST, take: TAKE })(value, place)
  for (const key of ['request', 'take']) requireObject((value as Record<string, unknown>)[key], `${place}.${key}`)
}

/** One credential, or one for each user. */
const CREDENTIAL: Check = (value, place) => {
  if (typeof value === 'string' || findSecret(value) !== undefined) return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(place, "a text, secret('NAME') or an object", value)
  }
  object({ username: TEXT, password: TEXT, session: object({}), headers: TEXTS, query: TEXTS, cookies: TEXTS })(
    value,
    place,
  )
  if ('login' in value) LOGIN(value.login, `${place}.login`)
  const isOne = ['username', 'password', 'session', 'login', 'from', 'headers', 'query', 'cookies'].some(
    (key) => key in value,
  )
  if (!isOne) recordOf(CREDENTIAL)(value, place)
}

/** The credentials of an authenticator. */
const CREDENTIALS: Check = (value, place) => {
  requireObject(value, place, 'an object, such as { valid: … },')
  const { principal: _, invalid, ...good } = value
  if (Array.isArray(invalid)) listOf(CREDENTIAL)(invalid, `${place}.invalid`)
  else if (invalid !== undefined) CREDENTIAL(invalid, `${place}.invalid`)
  CREDENTIAL(good, place)
}

/** A text, or a file. */
const PART: Check = (value, place) => {
  if (typeof value === 'string' || findSecret(value) !== undefined) return
  object({ filename: PLAIN_TEXT, type: PLAIN_TEXT, content: PLAIN_TEXT })(value, place)
  for (const key of ['filename', 'content'])
    if (!(key in (value as object))) fail(`${place}.${key}`, 'a text', undefined)
}

const ROUTE = object({
  params: recordOf(TEXT_OR_NUMBER),
  query: recordOf(TEXT_OR_NUMBER),
  headers: TEXTS,
  form: TEXTS,
  raw: object({ type: PLAIN_TEXT, text: PLAIN_TEXT }),
  multipart: recordOf(PART),
  as: object({ from: PLAIN_TEXT, headers: TEXTS, query: TEXTS, cookies: TEXTS }),
  use: PLAIN_TEXT,
  expect: object({ denied: object({}) }),
  allow: listOf(PLAIN_TEXT),
  deny: listOf(PLAIN_TEXT),
  ignore: listOf(object({})),
})
const FLOW: Check = (value, place) => {
  object({ request: REQUEST, wrong: REQUEST, take: TAKE })(value, place)
  requireObject((value as Record<string, unknown>)['request'], `${place}.request`)
}

const FILE: Readonly<Record<string, Check>> = {
  users: recordOf(object({ roles: listOf(PLAIN_TEXT) })),
  credentials: recordOf(CREDENTIALS),
  routes: recordOf(ROUTE, ', '),
  roles: recordOf(object({ allow: listOf(PLAIN_TEXT), deny: listOf(PLAIN_TEXT) }), ', '),
  login: FLOW,
  logout: FLOW,
  policy: object({}),
}

function requireObject(
  value: unknown,
  place: string,
  expected = 'an object',
): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || findSecret(value) !== undefined) {
    fail(place, expected, value)
  }
}

function fail(place: string, expected: string, value: unknown): never {
  const got = value === null ? 'nothing' : Array.isArray(value) ? 'a list' : NAMES[typeof value]
  throw new HarnessError(`${place} must be ${expected.replace(/,$/, '')}; got ${got ?? `a ${typeof value}`}`)
}

const NAMES: Readonly<Record<string, string>> = { object: 'an object', string: 'a text', undefined: 'nothing' }
