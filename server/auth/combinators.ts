import type { AuthRequest } from '../http/request.ts'
import type { GuardLink } from '../model/observation.ts'
import { AUTHENTICATOR } from './authenticator.ts'
import { markMaker, nameOf } from '../base/callable.ts'
import { findCaller } from './declared-at.ts'
import type { AuthItem, AuthList, AuthOf, Combined, Enclosing, Guardable, Inherit } from './infer.ts'

/**
 * Stands for what the enclosing level declares: `auth: [inherit, headerKey('X-Robot', findRobot)]` widens instead of
 * replacing. Given to `addRouter`, for what encloses the mount.
 */
export const inherit: Inherit = Object.freeze({ [AUTHENTICATOR]: 'inherit' as const })

/** The result, in which what the enclosing level gives is left open. */
type Result<A> = AuthOf<A, Enclosing>

/** The parts of a combination, as evaluation and description read them. */
export type Combination =
  | { readonly [AUTHENTICATOR]: 'all'; readonly members: readonly unknown[] }
  | { readonly [AUTHENTICATOR]: 'optional'; readonly member: unknown }
  | { readonly [AUTHENTICATOR]: 'check'; readonly member: unknown; readonly guard: Guard; readonly link: GuardLink }

/** A question about an authenticated caller. */
export type Guard = (value: unknown, request: AuthRequest) => unknown

/** A part of a combination: a list is one of its members. */
type Member = AuthItem | AuthList

/**
 * A request without that credential goes through, with `request.auth` undefined; a wrong, malformed or repeated one is
 * still 401. Must be the last member of a list.
 *
 * @example
 * operation({ auth: optional(fwAuth) }, (request) => request.auth?.name ?? 'stranger')
 */
export function optional<const A extends Member>(member: A): Combined<Result<A> | undefined> {
  return Object.freeze({ [AUTHENTICATOR]: 'optional' as const, member })
}

/**
 * Every member must pass, in order; `request.auth` is the tuple of their results.
 *
 * @example
 * operation({ auth: all(fwAuth, headerKey('X-Device', findDevice)) }, ({ auth: [user, device] }) => [user.name, device])
 */
export function all<const A extends readonly [Member, Member, ...Member[]]>(
  ...members: A
): Combined<{ readonly [K in keyof A]: Result<A[K]> }> {
  return Object.freeze({ [AUTHENTICATOR]: 'all' as const, members: Object.freeze([...members]) })
}

/**
 * Authorization on top of authentication: where the guard says no, the answer is 403. A type guard narrows
 * `request.auth`. With `inherit` the guard names the type that it takes: which level encloses is known where the
 * operation is.
 *
 * @example
 * operation({ auth: check(fwAuth, (user, request) => user.name === request.params.name) }, ({ auth }) => auth.name)
 * @example
 * route('/admin')({ auth: check(inherit, (user: SessionUser) => user.isSuperuser === true) }, ({ auth }) => auth.name)
 */
export function check<Needs, Narrowed extends Needs>(
  member: Inherit,
  guard: (value: Needs, request: AuthRequest) => value is Narrowed,
): Combined<Enclosing<Needs, Narrowed>>
export function check<Needs>(
  member: Inherit,
  guard: (value: Needs, request: AuthRequest) => boolean | Promise<boolean>,
): Combined<Enclosing<Needs>>
export function check<const A extends Member, Narrowed extends Guardable<A>>(
  member: A,
  guard: (value: Guardable<A>, request: AuthRequest) => value is Narrowed,
): Combined<Narrowed>
export function check<const A extends Member>(
  member: A,
  guard: (value: Guardable<A>, request: AuthRequest) => boolean | Promise<boolean>,
): Combined<Result<A>>
export function check(member: unknown, guard: (value: never, request: AuthRequest) => unknown): unknown {
  // Missing or no function: the check at load reports it, with its position.
  const guardName = typeof guard === 'function' ? nameOf(guard, 'guard') : 'guard'
  const link = Object.freeze({ name: guardName, source: findCaller() })
  return Object.freeze({ [AUTHENTICATOR]: 'check' as const, member, guard, link })
}

markMaker(optional, 'optional')
markMaker(all, 'all')
markMaker(check, 'check')
