import { METHODS } from '../../server/internal.ts'
import type { SigningFixture } from '../model/signing.ts'
import type {
  CredentialFixture,
  CredentialInput,
  FixtureFile,
  FixtureText,
  LoginFixture,
  LogoutFixture,
  PartsFixture,
  RoleFixture,
  RouteFixtureInput,
  SessionFixture,
  UserFixture,
} from './define.ts'
import type { FileFixture } from './file-fixture.ts'
import { DENIED } from './denied.ts'
import { AFTER_LOGIN, CSRF, REQUEST, TAKE, TEXTS } from './request-checks.ts'
import { FIELD_RULES } from './fields.ts'
import { HarnessError } from '../model/failure.ts'
import { ownScenarios } from './own-scenarios.ts'
import { POLICY } from './policy.ts'
import { OWNED } from './resolve-resources.ts'
import {
  ANY,
  ANY_OBJECT,
  anyOf,
  type Check,
  choice,
  complete,
  described,
  either,
  fail,
  leaf,
  listOf,
  named,
  needed,
  object,
  oneOrList,
  PLAIN_TEXT,
  PLAIN_TEXTS,
  published,
  recordOf,
  REPLACED_TEXT,
  requireObject,
  TEXT,
  TEXT_OR_NUMBER,
  textOr,
} from './value-checks.ts'

const isFunction = (value: unknown): boolean => typeof value === 'function'

type KeyOf<Union> = Union extends unknown ? keyof Union & string : never
type File = Required<FixtureFile>
type Route = Required<RouteFixtureInput>
type Expect = Required<Route['expect']>

/**
 * Makes sure that fixtures have the structure that their types give them. YAML and JSON are typed by nothing, and what
 * a later step says of a value that it cannot use would show it: a key is what stands there most often.
 *
 * @throws HarnessError naming the place and the expected type.
 */
export function checkStructure(fixtures: object, file: string): void {
  requireWholeKeys(fixtures, file)
  for (const [key, check] of Object.entries<Check>(FILE.members)) {
    const value = (fixtures as Readonly<Record<string, unknown>>)[key]
    if (value !== undefined) check.judge(value, `${file}  ${key}`)
  }
}

/** @throws HarnessError for a method as a key: the other half of the key has become a key below it. */
function requireWholeKeys({ routes, roles }: FixtureFile, file: string): void {
  for (const [name, value] of Object.entries({ routes, roles })) {
    const method = Object.keys(value ?? {}).find((key) => new Set<string>(METHODS).has(key.trim().toUpperCase()))
    if (method === undefined) continue
    const fix = `A route is one key, in quotes: '${method.trim().toUpperCase()} /path'.`
    throw new HarnessError('SVC_FIXTURE_UNKNOWN', `${file}  ${name}: "${method}" is a method, and not a route. ${fix}`)
  }
}

const LOGIN = named(
  'login',
  object<LoginFixture>({
    login: needed(
      complete<LoginFixture['login']>({
        as: PLAIN_TEXT,
        request: needed(REQUEST),
        take: needed(TAKE),
        use: choice<NonNullable<LoginFixture['login']['use']>>(PLAIN_TEXT, { key: true, cookie: true }),
        principal: ANY,
        ...AFTER_LOGIN,
      }),
    ),
  }),
)

const BASIC = object<Extract<CredentialInput, { readonly username: FixtureText }>>({
  username: needed(TEXT),
  password: needed(TEXT),
})

const SESSION = object<SessionFixture>({ session: needed(ANY_OBJECT) })

const PARTS = object<PartsFixture>({
  from: REPLACED_TEXT,
  headers: TEXTS,
  query: TEXTS,
  cookies: TEXTS,
  signs: described(PLAIN_TEXTS, 'What a signature among them covers: body, query, path, names of header fields.'),
})

const SIGNING = object<SigningFixture>({
  sign: needed(leaf('a function, which fixtures in TypeScript can have', isFunction, { not: {} })),
  signs: PARTS.members.signs,
})

/** Other forms are judged by the carrier of the authenticator. */
const CREDENTIAL_MEMBERS: { readonly [Name in KeyOf<Exclude<CredentialInput, FixtureText>>]: Check<boolean> } = {
  ...BASIC.members,
  ...SESSION.members,
  ...LOGIN.members,
  ...PARTS.members,
  ...SIGNING.members,
}

/** One credential; the check admits one for each user too. */
const CREDENTIAL = named('credential', textOr(judgeCredential, BASIC, SESSION, LOGIN, PARTS))
const CREDENTIAL_OF_USERS = recordOf(CREDENTIAL)

function judgeCredential(value: unknown, place: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(place, "a text, secret('NAME') or an object", value)
  }
  if (!NAMES.credential.some((key) => key in value)) return CREDENTIAL_OF_USERS.judge(value, place)
  requireNoParts(value, place)
  for (const [key, check] of Object.entries<Check<boolean>>(CREDENTIAL_MEMBERS)) {
    const member = (value as Readonly<Record<string, unknown>>)[key]
    if (key in value && (member !== undefined || key === 'login')) check.judge(member, `${place}.${key}`)
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

const GROUPS = object<Exclude<CredentialFixture, LoginFixture | { readonly [user: string]: CredentialInput }>>({
  valid: { ...CREDENTIAL, schema: anyOf(CREDENTIAL, CREDENTIAL_OF_USERS) },
  invalid: oneOrList(CREDENTIAL),
  principal: described(ANY, 'What request.auth must be; members that are not named do not matter.'),
})

/** The credentials of an authenticator. */
const CREDENTIALS = named('credentials', {
  judge(value, place) {
    requireObject(value, place, 'an object, such as { valid: … },')
    const { principal: _, invalid, ...good } = value
    if (invalid !== undefined) GROUPS.members.invalid.judge(invalid, `${place}.invalid`)
    CREDENTIAL.judge(good, place)
  },
  schema: anyOf(GROUPS, LOGIN, described(CREDENTIAL_OF_USERS, 'One for each user.')),
})

const FILE_PART = complete<FileFixture>({
  filename: needed(PLAIN_TEXT),
  type: PLAIN_TEXT,
  content: needed(REPLACED_TEXT),
})

const STATUS = needed(published(ANY, { type: 'integer' }))

const ROUTE = named(
  'route',
  object<RouteFixtureInput>({
    params: recordOf(either(TEXT_OR_NUMBER, recordOf(TEXT_OR_NUMBER))),
    query: recordOf(TEXT_OR_NUMBER),
    headers: TEXTS,
    body: ANY,
    form: TEXTS,
    raw: described(object<Route['raw']>({ type: needed(PLAIN_TEXT), text: needed(REPLACED_TEXT) }), 'A body as it is.'),
    multipart: described(recordOf(textOr(FILE_PART.judge, FILE_PART)), 'Sent as multipart/form-data.'),
    use: PLAIN_TEXT,
    as: described(PARTS, 'The guard that the document of a server does not declare, by a request that passes it.'),
    expect: object<Route['expect']>({
      denied: object<Expect['denied']>({ status: STATUS, detail: ANY }),
      admitted: described(object<Expect['admitted']>({ status: STATUS }), 'Of a handler that does not answer 2xx.'),
    }),
    protected: published(ANY, { type: 'boolean' }),
    unsafe: choice<Route['unsafe']>(ANY, { allow: true, 'deny-only': true, never: true }),
    allow: PLAIN_TEXTS,
    deny: PLAIN_TEXTS,
    ignore: listOf(
      object<Route['ignore'][number]>({
        scenario: needed(PLAIN_TEXT),
        reason: needed(PLAIN_TEXT),
        until: published(ANY, { type: 'string', format: 'date' }),
      }),
    ),
  }),
)

const LOGOUT = named('logout', complete<LogoutFixture>({ request: needed(REQUEST) }))

const USER = object<UserFixture>({
  roles: PLAIN_TEXTS,
  principal: ANY,
  password: TEXT,
  username: REPLACED_TEXT,
  claims: described(ANY_OBJECT, 'Of the tokens that the run issues for the user, where jwt() is declared.'),
})

/** Their own keys are checked with the names that they use. */
const FILE = object<FixtureFile & { readonly $schema?: string }>({
  $schema: published(ANY, { type: 'string' }),
  seed: leaf('a function, which fixtures in TypeScript can have', isFunction, {
    not: {},
    description: 'A function, so only fixtures in TypeScript or JavaScript have it.',
  }),
  users: recordOf(textOr(USER.judge, USER)),
  credentials: described(recordOf(CREDENTIALS), 'By the name of the authenticator.'),
  tokenKeys: described(TEXTS, 'The key that the application signs tokens with.'),
  routes: described(recordOf(ROUTE, ', '), 'By the name of the route, as svc routes prints it: GET /pets.'),
  roles: recordOf(object<RoleFixture>({ allow: PLAIN_TEXTS, deny: DENIED }), ', '),
  resources: described(recordOf(OWNED), 'Records of users, by the name of the resource.'),
  fields: FIELD_RULES,
  login: complete<File['login']>({
    request: needed(REQUEST),
    wrong: REQUEST,
    take: TAKE,
    use: described(PLAIN_TEXT, 'The authenticator that it gives a credential for.'),
    csrf: CSRF,
    ...AFTER_LOGIN,
  }),
  register: described(
    complete<File['register']>({
      as: described(PLAIN_TEXT, 'The user who makes it, where people cannot register themselves.'),
      request: needed(REQUEST),
      approve: described(
        complete<NonNullable<NonNullable<File['register']>['approve']>>({
          as: needed(PLAIN_TEXT),
          request: needed(REQUEST),
        }),
        'What lets a registered user in, where an administrator has to agree: {id} is the id in the answer.',
      ),
      mail: described(
        PLAIN_TEXT,
        'Where the mails are read by which registered users are let in: a folder, or the address of a mail catcher with {mail}.',
      ),
      confirm: REQUEST,
    }),
    'How a throw-away user is made.',
  ),
  whoami: described(PLAIN_TEXT, 'The route that answers with the user who asks: GET /me.'),
  logout: oneOrList(LOGOUT),
  scenarios: ownScenarios,
  policy: { ...ANY_OBJECT, schema: POLICY.schema },
})

/** The keys of fixtures, of their policy, of a route and of a credential. */
export const NAMES: Readonly<Record<'file' | 'policy' | 'route' | 'credential', readonly string[]>> = {
  file: Object.keys(FILE.members),
  policy: Object.keys(POLICY.members),
  route: Object.keys(ROUTE.members),
  credential: Object.keys(CREDENTIAL_MEMBERS),
}

/** The JSON Schema of fixtures, which `schema.json` publishes to editors. */
export function fixtureSchema(): object {
  const definitions = [TEXT, TAKE, REQUEST, LOGIN, CREDENTIAL, CREDENTIALS, ROUTE, LOGOUT]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Fixtures of svc test-auth',
    ...FILE.schema,
    $defs: Object.fromEntries(definitions.map(({ definition }) => definition)),
  }
}
