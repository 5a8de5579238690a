import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import { AUTHENTICATOR, type Authenticator } from './authenticator.ts'
import { copyDeclaration, declarationOf, noteDeclaration } from './declared-at.ts'
import { findMaker, isCallable, markMaker } from './callable.ts'
import type { SecurityScheme } from './description.ts'
import type { AuthCallable, AuthenticatorLike, AuthItem, AuthList, AuthOf, Combined, Inherit } from './infer.ts'

/**
 * Stands for what the enclosing level declares: `auth: [inherit, headerKey('X-Robot', findRobot)]` widens instead of
 * replacing. Given to `addRouter`, for what encloses the mount.
 */
export const inherit: Inherit = Object.freeze({ [AUTHENTICATOR]: 'inherit' as const })

type Result<A> = A extends Inherit ? never : AuthOf<A>

/** The parts of a combination, as evaluation and description read them. */
export type Combination =
  | { readonly [AUTHENTICATOR]: 'all'; readonly members: readonly unknown[] }
  | { readonly [AUTHENTICATOR]: 'optional'; readonly member: unknown }
  | { readonly [AUTHENTICATOR]: 'check'; readonly member: unknown; readonly guard: Guard; readonly guardName: string }

/** A question about an authenticated caller. */
export type Guard = (value: unknown, request: AuthRequest) => unknown

/** Where a callable keeps the scheme that `named` gave it. */
export const SCHEME: unique symbol = Symbol.for('svc.scheme') as never

/**
 * A request without that credential goes through, with `request.auth` undefined; a wrong, malformed or repeated one is
 * still 401. Must be the last member of a list.
 *
 * @example
 * operation({ auth: optional(fwAuth) }, (request) => request.auth?.name ?? 'stranger')
 */
export function optional<const A extends AuthItem | AuthList>(member: A): Combined<Result<A> | undefined> {
  return Object.freeze({ [AUTHENTICATOR]: 'optional' as const, member })
}

/**
 * Every member must pass, in order; `request.auth` is the tuple of their results.
 *
 * @example
 * operation({ auth: all(fwAuth, headerKey('X-Device', findDevice)) }, ({ auth: [user, device] }) => [user.name, device])
 */
export function all<const A extends readonly [AuthItem, AuthItem, ...AuthItem[]]>(
  ...members: A
): Combined<{ readonly [K in keyof A]: Result<A[K]> }> {
  return Object.freeze({ [AUTHENTICATOR]: 'all' as const, members: Object.freeze([...members]) })
}

/**
 * Authorization on top of authentication: where the guard says no, the answer is 403. A type guard narrows
 * `request.auth`.
 *
 * @example
 * operation({ auth: check(fwAuth, (user, request) => user.name === request.params.name) }, ({ auth }) => auth.name)
 */
export function check<const A extends AuthItem, Narrowed extends Result<A>>(
  member: A,
  guard: (value: Result<A>, request: AuthRequest) => value is Narrowed,
): Combined<Narrowed>
export function check<const A extends AuthItem>(
  member: A,
  guard: (value: Result<A>, request: AuthRequest) => boolean | Promise<boolean>,
): Combined<Result<A>>
export function check(member: unknown, guard: (value: never, request: AuthRequest) => unknown): unknown {
  const guardName = guard.name || 'guard'
  return Object.freeze({ [AUTHENTICATOR]: 'check' as const, member, guard, guardName })
}

/**
 * Gives an authenticator another name in the document, in logs and in fixtures; the original keeps its own. A callable
 * can be given the security scheme that describes what it reads.
 *
 * @example
 * named('signature', verifySignature, { type: 'apiKey', in: 'header', name: 'X-Signature' })
 */
export function named<const A extends AuthCallable>(name: string, authenticator: A, scheme?: SecurityScheme): A
export function named<const A extends AuthenticatorLike>(name: string, authenticator: A): A
export function named(name: string, authenticator: AuthCallable | Authenticator, scheme?: SecurityScheme): unknown {
  // As it is, so that the check at load finds what a wrapper would hide: a class, a generator, a misspelt import.
  if (authenticator === undefined || !isCallable(authenticator) || findMaker(authenticator) !== undefined)
    return authenticator
  if (typeof authenticator !== 'function') return renameAuthenticator(name, authenticator)
  const callable = (request: AuthRequest): unknown => authenticator(request)
  noteDeclaration(callable)
  return Object.defineProperties(callable, { name: { value: name }, [SCHEME]: { value: scheme } })
}

/** Delegates by call and not by prototype, since a subclass may keep private fields. */
function renameAuthenticator(name: string, original: Authenticator): Authenticator & AuthenticatorLike {
  const renamed = {
    [AUTHENTICATOR]: 'authenticator' as const,
    name,
    describe: () => ({ ...original.describe(), name }),
    read: (request: CredentialSource) => original.read(request),
    verify: (request: RequestContext, credential: readonly unknown[]) => original.verify(request, credential),
    authenticate: (...args: never[]) => (original as unknown as AuthenticatorLike).authenticate(...(args as [never])),
  }
  copyDeclaration(declarationOf(original), renamed)
  return Object.freeze(renamed)
}

markMaker(optional, 'optional')
markMaker(all, 'all')
markMaker(check, 'check')
markMaker(named, 'named')
