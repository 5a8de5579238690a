import { isSafeMethod, isSameOrigin } from '../http/csrf.ts'
import type { RequestContext } from '../http/request.ts'
import type { Authenticator } from './authenticator.ts'
import { isCookie } from '../model/carrier.ts'
import type { LeafDescription } from '../model/description.ts'

/** Whether a credential that a browser adds by itself may be what lets this request in (semantics 4.6). */
export type CookieRisk = (request: RequestContext) => boolean

/** Of built-in kinds whose place is described by a class above that which reads it. Registered: copies agree. */
const READS_AS_DESCRIBED: unique symbol = Symbol.for('svc.reads-as-described') as never
/** Where a renamed authenticator says what its original reads. */
export const READS_ANYTHING: unique symbol = Symbol.for('svc.reads-anything') as never

/** Notes that what a kind reads is what its base class describes. */
export function markDescribed(kind: { readonly prototype: object }): void {
  Object.defineProperty(kind.prototype, READS_AS_DESCRIBED, { value: (kind.prototype as Partial<Authenticator>).read })
}

/** Whether a credential that a browser adds by itself comes without proof that its own site asks (semantics 4.6). */
export function lacksProof(request: RequestContext, mayBeCookie: CookieRisk, csrf: boolean): boolean {
  return isAtRisk(request, csrf) && mayBeCookie(request) && !isProvenSameOrigin(request)
}

/** Browsers open a WebSocket from any page, send the cookies along and let the page read, whatever the API says. */
function isAtRisk(request: RequestContext, csrf: boolean): boolean {
  return csrf && !isSafeMethod(request.method) ? true : request.upgrade !== undefined
}

function isProvenSameOrigin(request: RequestContext): boolean {
  return isSameOrigin(request, request.origin, request.trustedOrigins)
}

/**
 * The risk of an authenticator. A subclass that overrides `read` and not `describe` may read a cookie, whatever the
 * description of its base class says: where the request has one, it counts as the credential.
 */
export function cookieRiskOf(authenticator: Authenticator, { carrier }: LeafDescription): CookieRisk {
  if (isCookie(carrier)) return () => true
  return readsAnything(authenticator) ? hasCookies : () => false
}

/** The risk of a function: of the cookie that `named` says it reads. */
export function cookieRiskOfFunction({ scheme }: LeafDescription): CookieRisk {
  if (scheme?.type !== 'apiKey' || scheme.in !== 'cookie') return () => false
  const { name } = scheme
  return (request) => request.cookieValues(name).length > 0
}

/** Whether a class reads in a way that its description does not follow from. */
export function readsAnything(authenticator: object): boolean {
  const { [READS_ANYTHING]: known, [READS_AS_DESCRIBED]: described, read } = authenticator as Marked
  if (known !== undefined) return known
  if (read === described) return false
  for (
    let owner: object | null = authenticator;
    owner !== null;
    owner = Object.getPrototypeOf(owner) as object | null
  ) {
    if (Object.hasOwn(owner, 'describe')) return false
    if (Object.hasOwn(owner, 'read')) return true
  }
  return false
}

interface Marked {
  readonly [READS_ANYTHING]?: boolean
  readonly [READS_AS_DESCRIBED]?: unknown
  readonly read?: unknown
}

function hasCookies({ headers }: RequestContext): boolean {
  return headers.has('cookie')
}
