import type { LeafDescription } from 'svc'
import { formatLeaf, isPair, looksLikeLogin, looksLikeLogout } from '../../server/internal.ts'
import { authenticatorsOf, isProtected, type RequestSample, type Route } from '../model/route.ts'
import { takesTokens } from '../model/token-facts.ts'
import {
  OWNERS,
  ownersOf,
  paramsBeside,
  placeholdersOf,
  placesElsewhere,
  recordsIn,
  withPlaceholders,
} from './record-skeleton.ts'
import { guardedLeaves, guardsOf, needsSuperuser } from './guarded-leaves.ts'
import type { UserMember } from './session-user.ts'
import { blank, commented, NODE, nodesOf, secret } from './skeleton-node.ts'

/** Data as JSON has them, with nodes anywhere in them. */
export type Members = Readonly<Record<string, unknown>>

/** First fixtures: what `svc test-auth --init` writes, before it is text. */
export type Skeleton = Readonly<
  Partial<Record<'users' | 'credentials' | 'routes' | 'resources' | 'roles' | 'login' | 'logout' | 'register', Members>>
>

/** The variables of the environment that fixtures read: those of secrets, and those that an example names. */
export function variablesOf(skeleton: Skeleton): readonly string[] {
  const secrets = nodesOf(skeleton).flatMap((node) => (node[NODE] === 'secret' ? [node.variable] : []))
  const named = [...JSON.stringify(skeleton).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
  return [...new Set([...secrets, ...named])]
}

/**
 * First fixtures of a project: users and roles where there are sessions, a credential for each authenticator, what routes
 * need, login and logout.
 *
 * @param routes with samples of requests that pass validation
 * @param members those of a session user; `undefined` where they are not known
 */
export function skeletonOfProject(routes: readonly Route[], members: readonly UserMember[] | undefined): Skeleton {
  const known = authenticatorsOf(routes)
  // Their tokens are made by the run.
  const leaves = known.filter((leaf) => !takesTokens(leaf))
  const asksForClaims = known.some((leaf) => takesTokens(leaf) && leaf.token.asksApplication)
  const claims = asksForClaims ? { claims: blank('claims or map of jwt() demand these') } : {}
  const sessions = leaves.filter(({ carrier }) => carrier.in === 'session')
  const guarded = guardedLeaves(routes)
  const records = recordsIn(routes)
  const owned = ownersOf(routes, records)
  const names = [...records.keys()]
  const inputs = routes
    .filter(isProtected)
    .map((route) => [route.key, { ...inputsOf(route, names), ...bodyOf(route, names) }] as const)
  return {
    users: {
      ...(sessions.length + guarded.size + records.size > 0 || asksForClaims
        ? { ann: { roles: ['user'], ...claims } }
        : {}),
      ...(records.size > 0 ? { bob: { roles: ['user'], ...claims } } : {}),
      ...(sessions.some(({ superuser }) => superuser) ? { root: { roles: ['superuser'] } } : {}),
      ...(guarded.size > 0 ? { admin: { roles: ['admin'], ...claims } } : {}),
    },
    credentials: Object.fromEntries(
      leaves.map((leaf) => {
        const users = usersOf(leaf, guarded, owned)
        return [leaf.name, commented(credentialOf(leaf, members, users), describeCredential(leaf))]
      }),
    ),
    routes: Object.fromEntries(inputs.filter(([, input]) => !isEmpty(input))),
    ...(records.size === 0
      ? {}
      : {
          resources: Object.fromEntries(
            [...records].map(([name, shape]) => [
              name,
              commented(
                { of: placeholdersOf(shape), ...atOf(name, routes) },
                `${shape.keys.join(', ')}; spare: true if they may be changed`,
              ),
            ]),
          ),
        }),
    roles: Object.fromEntries(routes.filter(isProtected).flatMap(rolesOf)),
    ...(sessions.length === 0 ? {} : loginOf(routes)),
  }
}

/** The users whom a guard or an owner's record distinguishes: none where one credential shows all. */
function usersOf(
  { name, superuser, carrier }: LeafDescription,
  guarded: ReadonlySet<string>,
  owned: ReadonlySet<string>,
): readonly string[] {
  if (superuser === true) return ['root']
  const users = [...(owned.has(name) ? OWNERS : []), ...(guarded.has(name) ? ['ann', 'admin'] : [])]
  return users.length === 0 && carrier.in === 'session' ? ['ann'] : [...new Set(users)]
}

/** A credential of a project, for each of these users. */
function credentialOf(
  leaf: LeafDescription,
  members: readonly UserMember[] | undefined,
  users: readonly string[],
): unknown {
  const isSuperuser = leaf.superuser === true
  if (leaf.carrier.in === 'request') return blank('valid: { headers: { … } } or { from: an address }')
  if (leaf.carrier.in === 'session') {
    return Object.fromEntries(users.map((user) => [user, { [NODE]: 'session', user, isSuperuser, members }]))
  }
  const name = variableOf(leaf.name)
  // Named after what it holds, so that it is not taken for the key that signs it.
  const variable = isToken(leaf) && !/TOKEN/.test(name) ? `${name}_TOKEN` : name
  if (users.length === 0) return { valid: secretsOf(leaf, variable) }
  return Object.fromEntries(users.map((user) => [user, secretsOf(leaf, `${user.toUpperCase()}_${variable}`)]))
}

function describeCredential(leaf: LeafDescription): string {
  return isToken(leaf) ? `${formatLeaf(leaf)}, a JWT that is valid during the run` : formatLeaf(leaf)
}

function isToken({ scheme }: LeafDescription): boolean {
  return scheme?.type === 'http' && /^jwt$/i.test(scheme.bearerFormat ?? '')
}

/** The parameters that a route needs to answer a good credential: those of a sample, or `1`, which is sent without fixtures. */
function inputsOf(route: Route, resources: readonly string[] = []): Members {
  const params = paramsBeside(route, route.sample?.params ?? {})
  const query = withPlaceholders(route.sample?.query ?? {}, resources) as Members
  return { ...(params === undefined ? {} : { params }), ...(isEmpty(query) ? {} : { query }) }
}

function bodyOf({ declaresBody, sample }: Route, resources: readonly string[]): Members {
  if (!declaresBody) return {}
  const fields = fieldsOf(sample)
  return { [isForm(sample) ? 'form' : 'body']: fields === undefined ? blank() : withPlaceholders(fields, resources) }
}

function atOf(name: string, routes: readonly Route[]): Members {
  const at = placesElsewhere(name, routes)
  return at.length === 0 ? {} : { at }
}

function rolesOf({ key, auth }: Route): readonly (readonly [key: string, role: unknown])[] {
  const isForSuperusers = needsSuperuser(auth)
  const guards = guardsOf(auth)
  if (!isForSuperusers && guards.length === 0) return []
  const role = { allow: [isForSuperusers ? 'superuser' : 'admin'], deny: ['user', 'anonymous'] }
  // Whom a guard lets through stands in its code only.
  return [[key, guards.length === 0 ? role : commented(role, `check ${guards.join(', ')}: name who may`)]]
}

/** The operations that start and end a session, by what the reference page takes for them. */
function loginOf(routes: readonly Route[]): Skeleton {
  const login = routes.find(({ method, path, auth }) => looksLikeLogin(method, path, (auth ?? null) === null))
  const logout = routes.find(({ method, path }) => looksLikeLogout(method, path))
  const fields = fieldsOf(login?.sample)
  const request = ({ method, base, path }: Route, more: Members): Members => ({
    method,
    path: `${base}${path}`,
    ...more,
  })
  const attempt = (route: Route, password: unknown): Members =>
    request(route, { [isForm(route.sample) ? 'form' : 'json']: fieldsOfLogin(fields ?? {}, password) })
  const proof = logout?.csrf ? { headers: { 'Sec-Fetch-Site': 'same-origin' } } : {}
  return {
    ...(login && fields
      ? { login: { request: attempt(login, secret('ANN_PASSWORD')), wrong: attempt(login, 'not-the-password') } }
      : {}),
    ...(logout ? { logout: { request: request(logout, proof) } } : {}),
  }
}

/** The field that is called so is the password, every other text names the user. */
function fieldsOfLogin(fields: Members, password: unknown): Members {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (/pass|pwd|secret|pin\b/i.test(name)) return [name, password]
      return [name, typeof value === 'string' ? 'ann' : value]
    }),
  )
}

function isForm(sample: RequestSample | undefined): boolean {
  return sample?.body?.contentType.includes('urlencoded') === true
}

function fieldsOf(sample: RequestSample | undefined): Members | undefined {
  if (sample?.body === undefined) return undefined
  if (isForm(sample)) return Object.fromEntries(new URLSearchParams(sample.body.text))
  const data: unknown = JSON.parse(sample.body.text)
  return typeof data === 'object' && data !== null ? (data as Members) : undefined
}

/** Whether there are no members. */
export function isEmpty(members: Members): boolean {
  return Object.keys(members).length === 0
}

/** The name of an authenticator as one of a variable: `TOKEN_AUTH`. */
export function variableOf(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/\W+/g, '_')
    .toUpperCase()
}

/** The variables of a credential. */
export function secretsOf({ carrier }: LeafDescription, variable: string): unknown {
  return isPair(carrier) ? pairOf(variable) : secret(variable)
}

/** The variables of a name and a password. */
export function pairOf(variable: string): Members {
  return { username: secret(`${variable}_USERNAME`), password: secret(`${variable}_PASSWORD`) }
}
