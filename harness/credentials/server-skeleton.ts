import type { LeafDescription } from 'svc'
import { isPair } from '../../server/internal.ts'
import type { Take } from '../model/request.ts'
import { authenticatorsOf, isProtected, type Route } from '../model/route.ts'
import type { RegisterStep, RequestFixture } from './define.ts'
import { isEmpty, type Members, pairOf, secretsOf, type Skeleton, variableOf } from './skeleton.ts'
import { secret } from './skeleton-node.ts'

/** How the users of a server log in and are made, as far as it was found. */
export interface FirstLogin {
  readonly login: { readonly request: RequestFixture; readonly take: Take }
  readonly users: readonly { readonly name: string; readonly username?: string; readonly roles?: readonly string[] }[]
  readonly register?: RegisterStep
  /** How one who may makes users, where nothing shows who that is. */
  readonly supposed?: RegisterStep
  /** That of the login's answer; absent where it was not sent. */
  readonly status: number | undefined
  /** The body of an answer that refuses; absent for another one. */
  readonly refusal?: string
  /** No answer has shown what `take` says. */
  readonly isGuess?: true
  /** Other places of the answer that may hold the credential. */
  readonly others: readonly Take[]
}

/** Guarded operations that end a session, by their answer to a request without one. */
export interface Logouts {
  /** Those that did not refuse it. */
  readonly open: readonly string[]
  /** Those of which the answer does not say it. */
  readonly unsure: readonly string[]
}

/** Paths of token endpoints, by the names of their schemes. */
export type TokenLogins = Readonly<Record<string, string>>

/**
 * First fixtures for a server that is tested by its address: a credential for each scheme, and how users log in. Its nodes are
 * secrets only. Parameters and bodies are left to the run, which reads the same document, and the records of its users besides.
 *
 * That a route is protected stands here too: a guard that is removed takes itself out of a document that is derived from
 * the code.
 */
export function skeletonOfServer(
  routes: readonly Route[],
  logins: TokenLogins = {},
  first?: FirstLogin,
  { open, unsure }: Logouts = { open: [], unsure: [] },
): Skeleton {
  const guarded = routes
    .filter((route) => isProtected(route) && ![...open, ...unsure].includes(route.key))
    .map(({ key }) => [key, { protected: true }] as const)
  const leaves = authenticatorsOf(routes)
  const used = first && leafFor(leaves, first.login.take, logins)
  const credentials = Object.fromEntries(
    leaves.filter((leaf) => leaf !== used).map((leaf) => [leaf.name, ofServer(leaf, logins[leaf.name])]),
  )
  return {
    ...(first && used ? usersWith(first, leaves.length > 1 ? { use: used.name } : {}) : {}),
    ...(isEmpty(credentials) ? {} : { credentials }),
    ...(guarded.length === 0 ? {} : { routes: Object.fromEntries(guarded) }),
    ...(open.length === 0
      ? {}
      : { roles: Object.fromEntries(open.map((key) => [key, { allow: ['anonymous'] }] as const)) }),
  }
}

/** The authenticator that the credential of a login is for. */
function leafFor(leaves: readonly LeafDescription[], take: Take, logins: TokenLogins): LeafDescription | undefined {
  const isFor = ({ name, carrier }: LeafDescription): boolean =>
    'cookie' in take
      ? carrier.in === 'cookie' && carrier.name === take.cookie
      : logins[name] !== undefined || (!isPair(carrier) && carrier.in === 'authorization')
  const [only, second] = leaves
  return leaves.find(isFor) ?? (second === undefined ? only : undefined)
}

function usersWith({ login, users, register }: FirstLogin, use: Members): Skeleton {
  const written = users.map(({ name, ...more }) => {
    const password = secret(`${name.toUpperCase()}_PASSWORD`)
    const { username, roles } = more
    const own = { ...(username === undefined ? {} : { username }), password, ...(roles === undefined ? {} : { roles }) }
    return [name, isEmpty(more) ? password : own] as const
  })
  return {
    login: { ...login, ...use },
    users: Object.fromEntries(written),
    ...(register && { register: { ...register } }),
  }
}

/** A credential of a server; `path` is that of the endpoint which gives it for a name and a password, if there is one. */
function ofServer(leaf: LeafDescription, path: string | undefined): Members {
  const variable = variableOf(leaf.name)
  if (path === undefined) {
    const isComputed = leaf.carrier.in === 'request'
    return { valid: isComputed ? { headers: { Authorization: secret(variable) } } : secretsOf(leaf, variable) }
  }
  // A token for a name and a password (RFC 6749 section 4.3).
  const form = { grant_type: 'password', ...pairOf(variable) }
  return { login: { request: { method: 'POST', path, form }, take: { json: '/access_token' } } }
}
