import { METHODS, namesOf, type OptionNames } from '../../server/internal.ts'
import type { Take } from '../model/request.ts'
import type {
  CredentialInput,
  FileFixture,
  FixtureFile,
  FixtureText,
  LoginFixture,
  LogoutFixture,
  PartsFixture,
  RequestFixture,
  RoleFixture,
  RouteFixtureInput,
} from './define.ts'
import { HarnessError } from '../model/failure.ts'
import { findSecret } from './secret.ts'
import {
  ANY,
  ANY_OBJECT,
  type Check,
  fail,
  listOf,
  object,
  PLAIN_TEXT,
  recordOf,
  requireObject,
  TEXT,
  TEXT_OR_NUMBER,
} from './value-checks.ts'

type KeyOf<Union> = Union extends unknown ? keyof Union & string : never
type TakeName = KeyOf<Take>
type CredentialName = KeyOf<Exclude<CredentialInput, FixtureText>>

/**
 * Makes sure that fixtures have the structure that their types give them. YAML and JSON are typed by nothing, and what
 * a later step says of a value that it cannot use would show it: a key is what stands there most often.
 *
 * @throws HarnessError naming the place and the expected type.
 */
export function checkStructure(fixtures: object, file: string): void {
  requireWholeKeys(fixtures, file)
  for (const [key, check] of Object.entries(FILE)) {
    const value = (fixtures as Readonly<Record<string, unknown>>)[key]
    if (value !== undefined) check(value, `${file}  ${key}`)
  }
}

/** @throws HarnessError for a method as a key: the other half of the key has become a key below it. */
function requireWholeKeys({ routes, roles }: FixtureFile, file: string): void {
  for (const [name, value] of Object.entries({ routes, roles })) {
    const method = Object.keys(value ?? {}).find((key) => METHOD_NAMES.has(key.trim().toUpperCase()))
    if (method === undefined) continue
    const fix = `A route is one key, in quotes: '${method.trim().toUpperCase()} /path'.`
    throw new HarnessError('SVC_FIXTURE_UNKNOWN', `${file}  ${name}: "${method}" is a method, and not a route. ${fix}`)
  }
}

const METHOD_NAMES: ReadonlySet<string> = new Set(METHODS)

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
  requireNoParts(value, place)
  for (const [key, check] of Object.entries<Check>(CREDENTIAL_MEMBERS)) {
    const member = (value as Readonly<Record<string, unknown>>)[key]
    if (key in value && (member !== undefined || key === 'login')) check(member, `${place}.${key}`)
  }
}

/** The parts of a request that a credential may consist of. */
const FIELDS = ['headers', 'query', 'cookies'] as const

/** @throws HarnessError for a part of the credential that was put among the fields of the request. */
function requireNoParts(value: object, place: string): void {
  for (const name of FIELDS) {
    const fields = (value as Readonly<Record<string, unknown>>)[name]
    if (typeof fields !== 'object' || fields === null) continue
    const strayed = Object.entries(fields).find(([key, one]) => key in CREDENTIAL_MEMBERS && Array.isArray(one))
    if (!strayed) continue
    const fix = `It belongs beside ${name}: { ${name}: …, ${strayed[0]}: … }.`
    throw new HarnessError('SVC_FIXTURE_UNKNOWN', `${place}.${name}: "${strayed[0]}" is not one of them. ${fix}`)
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
/** Keys of a credential. */
export const CREDENTIAL_NAMES: readonly string[] = Object.keys(CREDENTIAL_MEMBERS)

/** Keys of a route. */
export const ROUTE_NAMES: OptionNames = namesOf<RouteFixtureInput>(ROUTE_MEMBERS)

/** A login or a logout. */
function flow(check: Check): Check {
  return (value, place) => {
    check(value, place)
    requireObject((value as Record<string, unknown>)['request'], `${place}.request`)
  }
}

const LOGOUT = flow(object<LogoutFixture>({ request: REQUEST }))

const FUNCTION: Check = (value, place) => {
  if (typeof value !== 'function') fail(place, 'a function, which fixtures in TypeScript can have', value)
}

/** Their own keys are checked with the names that they use. */
const FILE: { readonly [Name in keyof Required<FixtureFile>]: Check } = {
  seed: FUNCTION,
  users: recordOf(object<NonNullable<FixtureFile['users']>[string]>({ roles: listOf(PLAIN_TEXT), principal: ANY })),
  credentials: recordOf(CREDENTIALS),
  routes: recordOf(object<RouteFixtureInput>(ROUTE_MEMBERS), ', '),
  roles: recordOf(object<RoleFixture>({ allow: listOf(PLAIN_TEXT), deny: listOf(PLAIN_TEXT) }), ', '),
  login: flow(object<NonNullable<FixtureFile['login']>>({ request: REQUEST, wrong: REQUEST, take: TAKE })),
  logout: (value, place) => (Array.isArray(value) ? listOf(LOGOUT) : LOGOUT)(value, place),
  policy: ANY_OBJECT,
}

/** Keys of fixtures. */
export const MEMBER_NAMES: readonly string[] = Object.keys(FILE)
