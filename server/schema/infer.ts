import type { BodyMarker } from './markers.ts'
import type { Reply } from './reply.ts'
import type { SchemaLike } from './shape.ts'
import type { InferInput, InferOutput } from './standard.ts'

/** The type-level half of validation: what a request holds and a handler may return, given what is declared. */

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>
/** The same type, shown as one flat object. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** The values of `body`: JSON unless marked. */
export type BodyLike = SchemaLike | BodyMarker<SchemaLike>

/** The type that a declaration gives to a handler: after coercion, defaults and transformations. */
export type Out<S> =
  S extends BodyMarker<infer Marked>
    ? Out<Marked>
    : S extends { readonly '~standard': unknown }
      ? InferOutput<S>
      : ShapeOf<{ -readonly [K in keyof S]: FieldOut<S[K]> }>
/** The type that a declaration accepts: before coercion, defaults and transformations. */
export type In<S> =
  S extends BodyMarker<infer Marked>
    ? In<Marked>
    : S extends { readonly '~standard': unknown }
      ? InferInput<S>
      : ShapeOf<{ -readonly [K in keyof S]: FieldIn<S[K]> }>

type FieldOut<F> = F extends PlainField ? PlainValue<F> : InferOutput<F>
type FieldIn<F> = F extends PlainField ? PlainValue<F> : InferInput<F>
type PlainField = StringConstructor | NumberConstructor | BooleanConstructor
type PlainValue<F> = F extends StringConstructor ? string : F extends NumberConstructor ? number : boolean

/** Members that may be `undefined` may be absent. */
type ShapeOf<T> = Simplify<{ [K in RequiredKeys<T>]: T[K] } & { [K in Exclude<keyof T, RequiredKeys<T>>]?: T[K] }>
type RequiredKeys<T> = { [K in keyof T]: undefined extends T[K] ? never : K }[keyof T]

/** Schemas by status; `null` where the answer has no body. */
export interface StatusMap {
  readonly [status: number]: SchemaLike | null
}
/** The values of `response`: the schema of the 200 answer, or schemas by status. */
export type ResponseLike = SchemaLike | StatusMap

/** A declaration by status is recognised by its keys: all of them are numbers. */
type IsStatusMap<R> = R extends { readonly '~standard': unknown } ? false : [keyof R] extends [number] ? true : false

/** The results of a handler that `response` allows: a bare value for the {@link BareStatus}, a reply, a `Response`. */
export type HandlerReturn<R> =
  IsStatusMap<R> extends true
    ? BareValue<R, BareStatus<R>> | DeclaredReply<R> | Response
    : In<R> | Reply<200, In<R>> | Response

/** The status of a value that is returned without `reply`: 200, else the only declared success, else none. */
export type BareStatus<R> = 200 extends keyof R ? 200 : OnlyMember<SuccessOf<keyof R>>

type BareValue<R, Status> = Status extends keyof R
  ? R[Status] extends null
    ? void | null | undefined
    : In<R[Status]>
  : never
type DeclaredReply<R> = {
  [S in keyof R & number]: Reply<S, R[S] extends null ? null | undefined : In<R[S]>>
}[keyof R & number]
type SuccessOf<Status> = Status extends number ? (`${Status}` extends `2${string}` ? Status : never) : never
type OnlyMember<T, All = T> = [T] extends [never] ? never : T extends unknown ? ([All] extends [T] ? T : never) : never

/** Status -> body on the wire; Returned is what the handler returns where no `response` is declared. */
export type Responses<R, Returned> = [R] extends [never]
  ? Simplify<{ 200: JsonOf<Exclude<Returned, Reply | Response>> } & ReplyBodies<Extract<Returned, Reply>>>
  : IsStatusMap<R> extends true
    ? { [S in keyof R & number]: R[S] extends null ? null : JsonOf<Out<R[S]>> }
    : { 200: JsonOf<Out<R>> }

type ReplyBodies<T extends Reply> = { [R in T as R['status']]: JsonOf<R['body']> }

/** A type after a JSON round trip: `Date` gives `string`, functions are dropped. */
export type JsonOf<T> = T extends { toJSON(): infer J }
  ? J
  : T extends string | number | boolean | null
    ? T
    : T extends undefined | void
      ? null
      : T extends readonly (infer E)[]
        ? JsonOf<E>[]
        : T extends object
          ? { [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: JsonOf<T[K]> }
          : T
