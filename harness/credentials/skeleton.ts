import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { LeafDescription } from 'svc'
import { formatLeaf, isPair, looksLikeLogin, looksLikeLogout, makeFolder, templateOf } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { authenticatorsOf, isProtected, type RequestSample, type Route } from '../model/route.ts'
import { readSessionUser, type UserMember } from './session-user.ts'
import { guardedLeaves, guardsOf, needsSuperuser } from './guarded-leaves.ts'

/** The input of a first fixtures file. */
export interface SkeletonInput {
  readonly routes: readonly Route[]
  /** Requests that pass validation, by the route's key. */
  readonly samples: ReadonlyMap<string, RequestSample>
}

/** A fixtures file that was written. */
export interface Written {
  readonly name: string
  /** Variables of the environment that it reads. */
  readonly variables: readonly string[]
}

/**
 * Writes a first fixtures file: users and roles where there are sessions, a credential for each authenticator, what
 * routes need, login and logout.
 *
 * @throws HarnessError where there is one already
 */
export function writeSkeleton(root: string, input: SkeletonInput): Written {
  const file = join(root, 'fixtures', 'auth.fixtures.ts')
  const name = relative(process.cwd(), file)
  requireAbsent(file, name)
  const text = formatSkeleton(input, readSessionUser(root))
  makeFolder(dirname(file))
  writeFileSync(file, text)
  return { name, variables: variablesIn(text, /secret\('(\w+)'\)/g) }
}

/** @throws HarnessError for a file that exists */
export function requireAbsent(file: string, name: string): void {
  if (existsSync(file)) throw new HarnessError('SVC_FIXTURES_EXIST', `${name} exists; --init does not overwrite it`)
}

/** The variables that a text reads, by a pattern whose first group is the name. */
export function variablesIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]
}

/** The text of a first fixtures file. */
function formatSkeleton(input: SkeletonInput, members: readonly UserMember[] | undefined): string {
  const { routes } = input
  const leaves = authenticatorsOf(routes)
  const sessions = leaves.filter(({ carrier }) => carrier.in === 'session')
  const hasRoles = sessions.some(({ superuser }) => superuser)
  const guarded = guardedLeaves(routes)
  const login = sessions.length === 0 ? [] : loginLines(input)
  const body = [
    ...section('users', sessions.length + guarded.size === 0 ? [] : usersOf(hasRoles, guarded.size > 0)),
    ...section(
      'credentials',
      leaves.map(
        (leaf) => `${keyOf(leaf.name)}: ${credentialOf(leaf, { members, guarded })}, // ${describeCredential(leaf)}`,
      ),
    ),
    ...section(
      'routes',
      routes.flatMap((route) => routeLine(route, input)),
    ),
    ...section('roles', routes.flatMap(rolesOf)),
    ...login,
  ]
  const used = ['secret', 'session'].filter((name) => body.some((line) => line.includes(`${name}(`)))
  return [
    `import { ${['defineFixtures', ...used].join(', ')} } from 'svc/testing'`,
    '',
    '// What svc test-auth needs to know: a good credential for each authenticator. Secrets come from the environment.',
    'export default defineFixtures({',
    ...body.map((line) => `  ${line}`),
    '})',
    '',
  ].join('\n')
}

function section(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? []
    : [`${name}: {`, ...lines.map((line) => `  ${line.replace(/,?$/, '')}${/ \/\/ /.test(line) ? '' : ','}`), '},']
}

function usersOf(hasSuperusers: boolean, hasGuards: boolean): readonly string[] {
  return [
    "ann: { roles: ['user'] }",
    ...(hasSuperusers ? ["root: { roles: ['superuser'] }"] : []),
    ...(hasGuards ? ["admin: { roles: ['admin'] }"] : []),
  ]
}

/** The parts of a skeleton that a credential depends on. */
interface Setting {
  readonly members: readonly UserMember[] | undefined
  /** Authenticators whose users a guard asks more of. */
  readonly guarded: ReadonlySet<string>
}

function credentialOf(leaf: LeafDescription, { members, guarded }: Setting): string {
  const variable = tokenVariableOf(leaf)
  switch (leaf.carrier.in) {
    case 'session': {
      const users = leaf.superuser ? ['root'] : guarded.has(leaf.name) ? ['ann', 'admin'] : ['ann']
      return `{ ${users.map((user) => `${user}: ${sessionOf(user, members, leaf.superuser === true)}`).join(', ')} }`
    }
    case 'request':
      return '{ /* valid: { headers: { … } } or { from: an address } */ }'
    default: {
      const good = (name: string): string =>
        isPair(leaf.carrier)
          ? `{ username: secret('${name}_USERNAME'), password: secret('${name}_PASSWORD') }`
          : `secret('${name}')`
      return guarded.has(leaf.name)
        ? `{ ann: ${good(`ANN_${variable}`)}, admin: ${good(`ADMIN_${variable}`)} }`
        : `{ valid: ${good(variable)} }`
    }
  }
}

/** A token that ends: the variable is named after what it holds, so that it is not taken for the key that signs it. */
function tokenVariableOf(leaf: LeafDescription): string {
  const variable = variableOf(leaf.name)
  return isToken(leaf) && !/TOKEN/.test(variable) ? `${variable}_TOKEN` : variable
}

function describeCredential(leaf: LeafDescription): string {
  return isToken(leaf) ? `${formatLeaf(leaf)}, a JWT that is valid during the run` : formatLeaf(leaf)
}

function isToken({ scheme }: LeafDescription): boolean {
  return scheme?.type === 'http' && /^jwt$/i.test(scheme.bearerFormat ?? '')
}

function sessionOf(user: string, members: readonly UserMember[] | undefined, isSuperuser: boolean): string {
  const parts = (members ?? [{ name: 'name', valueFor: (name: string) => `'${name}'` }])
    .filter(({ name }) => name !== 'isSuperuser')
    .map(({ name, valueFor }) => `${keyOf(name)}: ${valueFor(user)}`)
  const record = `{ ${[...parts, ...(isSuperuser ? ['isSuperuser: true'] : [])].join(', ')} }`
  return `session(${record}${members === undefined ? ' as never' : ''})`
}

/** A value for each parameter of a path: that of a sample, or 1. */
export function paramsOf(
  path: string,
  known: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(templateOf(path).params.map(({ name }) => [name, known[name] ?? '1']))
}

/** The inputs that a protected route needs to answer a good credential. */
function routeLine(route: Route, { samples }: SkeletonInput): readonly string[] {
  const { key, path, declaresBody } = route
  if (!isProtected(route)) return []
  const sample = samples.get(key)
  const params = paramsOf(path, sample?.params)
  const parts = [
    ...(Object.keys(params).length > 0 ? [`params: ${print(params)}`] : []),
    ...(Object.keys(sample?.query ?? {}).length > 0 ? [`query: ${print(sample?.query)}`] : []),
    ...(declaresBody ? [bodyOf(sample)] : []),
  ]
  return parts.length === 0 ? [] : [`'${key}': { ${parts.join(', ')} }`]
}

function bodyOf(sample: RequestSample | undefined): string {
  const fields = fieldsOf(sample)
  if (fields === undefined) return 'body: {}'
  return `${isForm(sample) ? 'form' : 'body'}: ${print(fields)}`
}

function rolesOf(route: Route): readonly string[] {
  const isForSuperusers = needsSuperuser(route.auth)
  const guards = guardsOf(route.auth)
  if (!isProtected(route) || (!isForSuperusers && guards.length === 0)) return []
  if (guards.length === 0) return [`'${route.key}': { allow: ['superuser'], deny: ['user', 'anonymous'] }`]
  // Whom a guard lets through stands in its code only.
  const role = isForSuperusers ? 'superuser' : 'admin'
  return [
    `'${route.key}': { allow: ['${role}'], deny: ['user', 'anonymous'] }, // check ${guards.join(', ')}: name who may`,
  ]
}

/** The operations that start and end a session, by what the reference page takes for them. */
function loginLines({ routes, samples }: SkeletonInput): readonly string[] {
  const login = routes.find(({ method, path, auth }) =>
    looksLikeLogin(method, path, auth === null || auth === undefined),
  )
  const logout = routes.find(({ method, path }) => looksLikeLogout(method, path))
  const fields = login && fieldsOf(samples.get(login.key))
  const form = login !== undefined && fields !== undefined && (isForm(samples.get(login.key)) ? 'form' : 'json')
  const request = (route: Route, more: string): string =>
    `{ method: '${route.method}', path: '${route.base}${route.path}'${more} }`
  return [
    ...(login === undefined || fields === undefined
      ? []
      : [
          'login: {',
          `  request: ${request(login, `, ${form}: ${credentialsOf(fields, "secret('ANN_PASSWORD')")}`)},`,
          `  wrong: ${request(login, `, ${form}: ${credentialsOf(fields, "'not-the-password'")}`)},`,
          '},',
        ]),
    ...(logout === undefined
      ? []
      : [
          `logout: { request: ${request(logout, logout.csrf ? ", headers: { 'Sec-Fetch-Site': 'same-origin' }" : '')} },`,
        ]),
  ]
}

/** The fields of a login: the one that is called so is the password, every other text names the user. */
function credentialsOf(fields: Readonly<Record<string, unknown>>, password: string): string {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (/pass|pwd|secret|pin\b/i.test(name)) return `${keyOf(name)}: ${password}`
    return `${keyOf(name)}: ${typeof value === 'string' ? "'ann'" : JSON.stringify(value)}`
  })
  return `{ ${entries.join(', ')} }`
}

function isForm(sample: RequestSample | undefined): boolean {
  return sample?.body?.contentType.includes('urlencoded') === true
}

function fieldsOf(sample: RequestSample | undefined): Readonly<Record<string, unknown>> | undefined {
  if (sample?.body === undefined) return undefined
  if (isForm(sample)) return Object.fromEntries(new URLSearchParams(sample.body.text))
  const data: unknown = JSON.parse(sample.body.text)
  return typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : undefined
}

/** The name of an authenticator as one of a variable: `TOKEN_AUTH`. */
export function variableOf(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/\W+/g, '_')
    .toUpperCase()
}

/** Data as TypeScript, on one line. */
function print(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${keyOf(key)}: ${print(member)}`)
    .join(', ')} }`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

function quote(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
}
