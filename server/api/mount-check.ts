import type { AuthOf } from '../auth/infer.ts'
import type { Router } from '../declaring/router.ts'

/** The type of `request.auth` that the auth of an API gives. */
export type GlobalOf<A> = [A] extends [undefined] ? undefined : AuthOf<A>
type Fits<From, To> = unknown extends To ? true : [From] extends [To] ? true : false
/** A router whose handlers expect another `request.auth` than the mount gives does not compile. */
export type MountCheck<R, Given> = R extends { readonly '~own'?: infer Own }
  ? unknown extends Own
    ? RouterFits<R, Given>
    : unknown
  : RouterFits<R, Given>
type RouterFits<R, Given> =
  R extends Router<infer Expected>
    ? Fits<Given, Expected> extends true
      ? unknown
      : { 'svc: request.auth at the mount point does not fit what this router expects': [Given, Expected] }
    : never
