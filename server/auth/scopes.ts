import { AuthorizationError, LoadError, type SourcePosition } from '../base/errors.ts'
import { type AuthDescription, leavesOf } from '../model/description.ts'

/** Where a guard keeps the scopes that it demands. Registered, so that copies of this module agree. */
const SCOPES: unique symbol = Symbol.for('svc.scopes') as never
/** Where a guard keeps the question which of them a request lacks. */
const LACKS: unique symbol = Symbol.for('svc.scopes-lacking') as never

/** The scopes of a request's token that a guard misses. */
type FindLacking = (request: object) => readonly string[]

interface ScopeGuard {
  readonly [SCOPES]?: readonly string[]
  readonly [LACKS]?: FindLacking
}

/** Notes that a guard demands scopes of a token, each an exact member. */
export function markScopes<G extends object>(guard: G, scopes: readonly string[], lacking: FindLacking): G {
  return Object.defineProperties(guard, {
    [SCOPES]: { value: Object.freeze([...scopes]) },
    [LACKS]: { value: lacking },
  })
}

/** The scopes that a guard demands of a token; `undefined` for any other guard. */
export function scopesOf(guard: unknown): readonly string[] | undefined {
  return typeof guard === 'function' ? (guard as ScopeGuard)[SCOPES] : undefined
}

/** The scopes that a request lacked when a guard refused it; `undefined` for a guard that demands none. */
export function lackingScopes(guard: unknown, request: object): readonly string[] | undefined {
  return typeof guard === 'function' ? (guard as ScopeGuard)[LACKS]?.(request) : undefined
}

/**
 * The 403 for a token that lacks a scope (RFC 6750 section 3.1). Its challenge is the only one that names an error: every
 * 401 of an operation stays the same, whatever was sent.
 */
export class InsufficientScope extends AuthorizationError {
  override readonly headers: Readonly<Record<string, string>>

  constructor(scopes: readonly string[]) {
    super()
    const challenge = `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`
    this.headers = Object.freeze({ 'www-authenticate': challenge })
  }
}

/**
 * Makes sure that every credential that a guard for scopes may see is a token of its own.
 *
 * @throws {@link LoadError} `SVC_AUTH_SCOPES`
 */
export function checkScopes(
  member: AuthDescription,
  scopes: readonly string[],
  source: SourcePosition | undefined,
): void {
  const wanted = `hasScope(${scopes.join(', ')})`
  if (joinsCredentials(member)) {
    const problem = `${wanted} guards all(…), whose result is several credentials.`
    throw new LoadError(
      'SVC_AUTH_SCOPES',
      `${problem} Guard its member: all(check(token, hasScope(…)), other).`,
      source,
    )
  }
  const other = leavesOf(member).find(({ token }) => token === undefined)
  if (other === undefined) return
  const problem = `${wanted} guards ${other.name}, which is not a token and has no scopes.`
  const fix = 'Take its credential with jwt(…) of svc/identity, or write a guard of your own: (user) => user.isEditor.'
  throw new LoadError('SVC_AUTH_SCOPES', `${problem} ${fix}`, source)
}

/**
 * Refuses a guard for scopes in the place of an authenticator: no request would pass.
 *
 * @throws {@link LoadError} `SVC_AUTH_SCOPES`
 */
export function requireNoScopes(value: unknown, source: SourcePosition | undefined): void {
  const scopes = scopesOf(value)
  if (scopes === undefined) return
  const problem = `auth has hasScope(${scopes.join(', ')}) in the place of an authenticator, and it is a guard.`
  throw new LoadError('SVC_AUTH_SCOPES', `${problem} Write check(token, hasScope(…)).`, source)
}

function joinsCredentials(description: AuthDescription): boolean {
  switch (description.kind) {
    case 'all':
      return true
    case 'list':
      return description.members.some(joinsCredentials)
    case 'optional':
    case 'check':
      return joinsCredentials(description.member)
    default:
      return false
  }
}
