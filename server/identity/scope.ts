import { markScopes } from '../auth/scopes.ts'
import type { AuthRequest, RequestContext } from '../http/request.ts'
import { refuseOption } from './place.ts'

/** A scope as a header field can hold it (RFC 6749 section 3.3). */
const SCOPE = /^[\u0021\u0023-\u005b\u005d-\u007e]+$/

/**
 * A guard for `check`: the token of the request has each of these scopes, as an exact member of `scope` (one text with blanks,
 * RFC 6749 section 3.3) or `scp` (a list, or such a text). Without one the answer is 403 with the challenge of RFC 6750 section 3.1.
 *
 * @example
 * operation({ auth: check(inherit, hasScope('pets:write')) }, ({ auth }) => auth.sub)
 * @throws `LoadError` `SVC_SCOPE_INVALID`
 */
export function hasScope(...scopes: readonly [string, ...string[]]): (value: unknown, request: AuthRequest) => boolean {
  const wrong = scopes.find((scope: unknown) => typeof scope !== 'string' || !SCOPE.test(scope))
  if (scopes.length === 0 || wrong !== undefined) {
    const got = scopes.length === 0 ? 'none' : JSON.stringify(wrong)
    const fix = `Write hasScope('pets:read', 'pets:write'): each of them is needed.`
    throw refuseOption(
      'SVC_SCOPE_INVALID',
      `hasScope(…) takes scopes, one text without blanks each; got ${got}. ${fix}`,
    )
  }
  const lacking = (request: object): readonly string[] => {
    const held = scopesOf((request as RequestContext).claims)
    return scopes.filter((scope) => !held.has(scope))
  }
  const guard = (_value: unknown, request: AuthRequest): boolean => lacking(request).length === 0
  Object.defineProperty(guard, 'name', { value: `hasScope(${scopes.join(', ')})` })
  return markScopes(guard, scopes, lacking)
}

function scopesOf(claims: RequestContext['claims']): ReadonlySet<unknown> {
  const { scope, scp } = claims ?? {}
  return new Set([...membersOf(scope), ...membersOf(scp)])
}

/** An issuer writes one text with blanks, or a list. */
function membersOf(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : []
}
