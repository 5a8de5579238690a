import { LoadError, type SourcePosition } from '../base/errors.ts'
import type { ErrorsByStatus } from '../model/operation.ts'
import { compileSchema } from '../schema/reader.ts'
import type { Out } from '../schema/infer.ts'
import type { SchemaLike } from '../schema/shape.ts'

/**
 * The errors that the document describes: a schema for each status, `null` where the answer has no body, `default` for
 * every other status from 400 to 599. Errors are neither validated nor pruned.
 *
 * @example
 * errors: { 401: { message: String }, default: { message: String, errors: z.array(z.string()) } }
 */
export interface ErrorSchemas {
  readonly [status: number]: SchemaLike | null
  readonly default?: SchemaLike
}

/** A response whose status and body are known to the compiler, as `createResponse` makes it. */
export interface TypedResponse<Status extends number = number, Body = unknown> extends Response {
  readonly status: Status
  readonly '~body'?: Body
}

/**
 * Of the responses of a handler, each as it is where its body is what `errors` declares for its status, and where that
 * cannot be compared: the status is not a literal, the body has no type of its own, nothing is declared.
 */
export type AsDeclared<R, E> =
  R extends Promise<infer Later>
    ? Promise<AsDeclared<Later, E>>
    : R extends TypedResponse<infer Status, infer Body>
      ? number extends Status
        ? R
        : unknown extends Body
          ? R
          : Body extends DeepReadonly<DeclaredBody<E, Status>>
            ? R
            : { 'svc: the body is not what errors declares for this status': DeclaredBody<E, Status> }
      : R

/** `unknown` for an API whose errors the compiler does not know one by one. */
type DeclaredBody<E, Status extends number> = ErrorSchemas extends E
  ? unknown
  : Status extends keyof E
    ? BodyOf<E[Status]>
    : IsError<Status> extends true
      ? E extends { readonly default: infer D }
        ? BodyOf<D>
        : unknown
      : unknown
type BodyOf<S> = S extends null ? null | undefined : Out<S>
type IsError<Status extends number> = `${Status}` extends `${4 | 5}${string}` ? true : false
type DeepReadonly<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/**
 * Checks an option `errors`.
 *
 * @throws {@link LoadError} `SVC_ERRORS_INVALID` for a key that is not the status of an error, `SVC_SCHEMA_INVALID`
 */
export function checkErrors(errors: unknown, source: SourcePosition | undefined): void {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors) || '~standard' in errors) {
    const got = typeof errors === 'object' && errors !== null ? 'one schema' : String(errors)
    throw invalid(`errors must hold schemas by status; got ${got}. Write errors: { default: … }.`, source)
  }
  for (const [key, schema] of Object.entries(errors)) {
    if (key !== 'default' && !/^[45]\d\d$/.test(key)) {
      const fix = /^[1-3]\d\d$/.test(key) ? 'Declare it in response.' : 'Keys are 400 to 599, and default.'
      throw invalid(`errors declares ${JSON.stringify(key)}, which is not the status of an error. ${fix}`, source)
    }
    if (schema === null && key === 'default') throw invalid('errors.default must be a schema; got null.', source)
    if (schema !== null) compileSchema(schema, 'json', { option: `errors ${key}`, position: source })
  }
}

/** The errors below one more level: of a status the innermost level decides, and a status precedes `default`. */
export function extendErrors(
  outer: ErrorsByStatus | undefined,
  own: ErrorSchemas | ErrorsByStatus | undefined,
): ErrorsByStatus | undefined {
  if (own === undefined) return outer
  return outer === undefined ? (own as ErrorsByStatus) : Object.freeze({ ...outer, ...own })
}

function invalid(problem: string, source: SourcePosition | undefined): LoadError {
  return new LoadError('SVC_ERRORS_INVALID', problem, source)
}
