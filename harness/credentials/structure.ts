import { findNearest, namesOf, type OptionNames } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { Take } from '../model/request.ts'
import type {
  CredentialInput,
  FileFixture,
  FixtureFile,
  FixtureText,
  LoginFixture,
  PartsFixture,
  RequestFixture,
  RoleFixture,
  RouteFixtureInput,
} from './define.ts'
import { findSecret } from './secret.ts'

type KeyOf<Union> = Union extends unknown ? keyof Union & string : never
type TakeName = KeyOf<Take>
type CredentialName = KeyOf<Exclude<CredentialInput, FixtureText>>

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

/** Of any type: the application knows what it means. */
const ANY: Check = () => undefined

const ANY_OBJECT: Check = (value, place) => requireObject(value, place)

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

/** An object of a type: its members, where they are there, are of these types, and there are no others. */
function object<Type extends object>(members: { readonly [Name in keyof Required<Type> & string]: Check }): Check {
  const known = namesOf<Type>(members)
  return (value, place) => {
    requireObject(value, place)
    const unknown = Object.keys(value).find((key) => !(known as readonly string[]).includes(key))
    if (unknown !== undefined) {
      const meant = findNearest(unknown, known)
      const remedy = meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${meant}"?`
      throw new HarnessError('SVC_FIXTURE_UNKNOWN', `${place}: there is no key "${unknown}". ${remedy}`)
    }
    for (const [key, check] of Object.entries<Check>(members)) {
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
const REQUEST = object<RequestFixture>({
  method: PLAIN_TEXT,
  path: PLAIN_TEXT,
  headers: TEXTS,
  form: TEXTS,
  json: ANY,
})
const TAKE = object<Record<TakeName, string>>({ json: PLAIN_TEXT, header: PLAIN_TEXT, cookie: PLAIN_TEXT })
const CREDENTIAL_LOGIN = object<LoginFixture['login']>({
  as: PLAIN_TEXT,
  request: REQUEST,
  take: TAKE,
  use: PLAIN_TEXT,
  principal: ANY,
  refresh: ANY,
})
const LOGIN: Check = (value, place) => {
  CREDENTIAL_LOGIN(value, place)
  for (const key of ['request', 'take']) requireObject((value as Record<string, unknown>)[key], `${place}.${key}`)
}

/** One credential, or one for each user. */
const CREDENTIAL: Check = (value, place) => {
  if (typeof value === 'string' || findSecret(value) !== undefined) return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(place, "a text, secret('NAME') or an object", value)
  }
  const isOne = Object.keys(CREDENTIAL_MEMBERS).some((key) => key in value)
  if (!isOne) return recordOf(CREDENTIAL)(value, place)
  for (const [key, check] of Object.entries<Check>(CREDENTIAL_MEMBERS)) {
    const member = (value as Readonly<Record<string, unknown>>)[key]
    if (key in value && (member !== undefined || key === 'login')) check(member, `${place}.${key}`)
  }
}

/** Other forms are judged by the carrier of the authenticator. */
const CREDENTIAL_MEMBERS: { readonly [Name in CredentialName]: Check } = {
  username: TEXT,
  password: TEXT,
  session: ANY_OBJECT,
  login: LOGIN,
  from: PLAIN_TEXT,
  headers: TEXTS,
  query: TEXTS,
  cookies: TEXTS,
  signs: listOf(PLAIN_TEXT),
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
  FILE_PART(value, place)
  for (const key of ['filename', 'content'])
    if (!(key in (value as object))) fail(`${place}.${key}`, 'a text', undefined)
}

const FILE_PART = object<FileFixture>({ filename: PLAIN_TEXT, type: PLAIN_TEXT, content: PLAIN_TEXT })

const ROUTE_MEMBERS: { readonly [Name in keyof Required<RouteFixtureInput>]: Check } = {
  params: recordOf(TEXT_OR_NUMBER),
  query: recordOf(TEXT_OR_NUMBER),
  headers: TEXTS,
  body: ANY,
  form: TEXTS,
  raw: object<NonNullable<RouteFixtureInput['raw']>>({ type: PLAIN_TEXT, text: PLAIN_TEXT }),
  multipart: recordOf(PART),
  use: PLAIN_TEXT,
  as: object<PartsFixture>({
    from: PLAIN_TEXT,
    headers: TEXTS,
    query: TEXTS,
    cookies: TEXTS,
    signs: listOf(PLAIN_TEXT),
  }),
  expect: object<NonNullable<RouteFixtureInput['expect']>>({
    denied: object<{ readonly status: number; readonly detail?: unknown }>({ status: ANY, detail: ANY }),
    admitted: object<{ readonly status: number }>({ status: ANY }),
  }),
  protected: ANY,
  unsafe: ANY,
  allow: listOf(PLAIN_TEXT),
  deny: listOf(PLAIN_TEXT),
  ignore: listOf(
    object<NonNullable<RouteFixtureInput['ignore']>[number]>({
      scenario: PLAIN_TEXT,
      reason: PLAIN_TEXT,
      until: ANY,
    }),
  ),
}
/** Keys of a route. */
export const ROUTE_NAMES: OptionNames = namesOf<RouteFixtureInput>(ROUTE_MEMBERS)

const FLOW: Check = (value, place) => {
  object<NonNullable<FixtureFile['login']>>({ request: REQUEST, wrong: REQUEST, take: TAKE })(value, place)
  requireObject((value as Record<string, unknown>)['request'], `${place}.request`)
}
const LOGOUT: Check = (value, place) => {
  object<NonNullable<FixtureFile['logout']>>({ request: REQUEST })(value, place)
  requireObject((value as Record<string, unknown>)['request'], `${place}.request`)
}

/** Their own keys are checked with the names that they use. */
const FILE: { readonly [Name in keyof Required<FixtureFile>]: Check } = {
  users: recordOf(object<NonNullable<FixtureFile['users']>[string]>({ roles: listOf(PLAIN_TEXT), principal: ANY })),
  credentials: recordOf(CREDENTIALS),
  routes: recordOf(object<RouteFixtureInput>(ROUTE_MEMBERS), ', '),
  roles: recordOf(object<RoleFixture>({ allow: listOf(PLAIN_TEXT), deny: listOf(PLAIN_TEXT) }), ', '),
  login: FLOW,
  logout: LOGOUT,
  policy: ANY_OBJECT,
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
  throw new HarnessError(
    'SVC_FIXTURE_TYPE',
    `${place} must be ${expected.replace(/,$/, '')}; got ${got ?? `a ${typeof value}`}`,
  )
}

const NAMES: Readonly<Record<string, string>> = { object: 'an object', string: 'a text', undefined: 'nothing' }
