import type { AUTHENTICATOR } from './authenticator.ts'
import type { AuthRequest } from '../http/request.ts'

/** The type-level half of authentication: what `request.auth` is, given what is declared. */

type IsAny<T> = 0 extends 1 & T ? true : false
type Falsy = false | 0 | 0n | '' | null | undefined | void

/** T without its falsy members: `boolean` gives `true`, `User | null` gives `User`. */
export type Truthy<T> =
  IsAny<T> extends true ? T : unknown extends T ? NonNullable<unknown> : T extends Falsy ? never : T

/** The name `inherit`: what the enclosing level declares. */
export interface Inherit {
  readonly [AUTHENTICATOR]: 'inherit'
}

declare const enclosing: unique symbol
/**
 * Stands in a result for what the enclosing level gives, until it is known which one encloses. Needs is what the guard
 * of `check(inherit, guard)` says it takes; Gives is what a type guard makes of it.
 */
export interface Enclosing<Needs = unknown, Gives = Inherit> {
  readonly [enclosing]: readonly [needs: Needs, gives: Gives]
}

/** Becomes `request.auth` where the guard of `check(inherit, guard)` takes another type than the enclosing level gives. */
export type GuardMismatch = 'svc: the guard of check(inherit, …) takes another type than the enclosing level gives'

/** An authenticator with a hook: a subclass of a kind, or a function form. */
export interface AuthenticatorLike {
  readonly [AUTHENTICATOR]: 'authenticator'
  authenticate(request: AuthRequest, ...credential: never[]): unknown
}

/** `all`, `optional`, `check`: authenticators made of others; Result is what `request.auth` becomes. */
export interface Combined<Result> {
  readonly [AUTHENTICATOR]: 'all' | 'optional' | 'check'
  readonly '~result'?: { readonly type: Result }
}

/** A custom callable: any function of the request. */
export type AuthCallable = (request: AuthRequest) => unknown

/** One member of a list. */
export type AuthItem = AuthCallable | AuthenticatorLike | Combined<unknown> | Inherit
/** Tried in order; the first that passes wins. Never empty. */
export type AuthList = readonly [AuthItem, ...AuthItem[]]
/** The values of `auth`: an authenticator, a list, or `null` for public. */
export type AuthInput = AuthItem | AuthList | null

declare const omitted: unique symbol
/** The type parameter falls back to this if `auth` is not written. A default would defeat contextual typing. */
export interface Omitted {
  readonly [omitted]: never
}

type ItemResult<A, Inherited> = A extends Inherit
  ? Inherited
  : A extends Combined<infer R>
    ? Enclosed<R, Inherited>
    : HookResult<A>
/** R with the type that the enclosing level gives where {@link Enclosing} stands, in the tuples of `all` too. */
type Enclosed<R, Inherited> =
  IsAny<R> extends true
    ? R
    : R extends Enclosing<infer Needs, infer Gives>
      ? Inherited extends Enclosing
        ? R
        : Guarded<Needs, Gives, Inherited>
      : R extends readonly [unknown, unknown, ...unknown[]]
        ? { readonly [K in keyof R]: Enclosed<R[K], Inherited> }
        : R
type Guarded<Needs, Gives, Inherited> = unknown extends Inherited
  ? Gives extends Inherit
    ? Needs
    : Gives
  : [Inherited] extends [Needs]
    ? Gives extends Inherit
      ? Inherited
      : Gives
    : GuardMismatch
type HookResult<A> = A extends { authenticate(...args: never[]): infer R }
  ? Truthy<Awaited<R>>
  : A extends (...args: never[]) => infer R
    ? Truthy<Awaited<R>>
    : never

/** Type of `request.auth` under the declaration A, where the enclosing level gives Inherited. */
export type AuthOf<A, Inherited = unknown> =
  IsAny<A> extends true
    ? A
    : [Omitted] extends [A]
      ? Inherited
      : [A] extends [null]
        ? undefined
        : A extends readonly unknown[]
          ? ItemResult<A[number], Inherited>
          : ItemResult<A, Inherited>

/** The values that a guard of A is asked about: `unknown` where the enclosing level decides. */
export type Guardable<A> = Enclosed<AuthOf<A, Enclosing>, unknown>

/** Shown as the type that `auth` should have, where it can never pass. */
export type NeverPasses = 'svc: this `auth` can never return a truthy value, so every request would be answered 401'

type ListNeverPasses<A> = A extends readonly [infer First, ...infer Rest]
  ? [ItemResult<First, 1>] extends [never]
    ? true
    : ListNeverPasses<Rest>
  : false
type CanNeverPass<A> =
  IsAny<A> extends true
    ? false
    : [Omitted] extends [A]
      ? false
      : [A] extends [null]
        ? false
        : A extends readonly unknown[]
          ? ListNeverPasses<A>
          : [ItemResult<A, 1>] extends [never]
            ? true
            : false

type Mismatches<A, Inherited> =
  GuardMismatch extends AuthOf<A, Inherited>
    ? unknown extends AuthOf<A, Inherited>
      ? false
      : string extends AuthOf<A, Inherited>
        ? false
        : true
    : false

/** Intersected with the declared auth, so that the compiler's mark is on `auth` itself. */
export type LintAuth<A, Inherited = unknown> =
  CanNeverPass<A> extends true
    ? { readonly [K in NeverPasses]: never }
    : Mismatches<A, Inherited> extends true
      ? { readonly [K in GuardMismatch]: never }
      : unknown
