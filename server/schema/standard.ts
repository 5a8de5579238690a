/**
 * Our own statement of two interfaces that validators implement (standardschema.dev): Standard Schema v1, which
 * validates, and Standard JSON Schema v1, which describes. Types only, so that no validator is a dependency.
 */

/** A step of an issue's path: a key, or an object that holds one. */
type StandardPathSegment = PropertyKey | { readonly key: PropertyKey }

/** One fault that a validator found. */
export interface StandardIssue {
  /** The validator's own text. It may quote the input. */
  readonly message: string
  /** From the validated value down to the faulty one. */
  readonly path?: readonly StandardPathSegment[] | undefined
}

/** The result of a validation: the output, or at least one issue. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** The members that both interfaces share. `types` exists for the compiler only. */
interface StandardProperties<Input = unknown, Output = Input> {
  readonly version: 1
  readonly vendor: string
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
}

/** A value that validates: a schema of zod, valibot, arktype and many others. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProperties<Input, Output> & {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
  }
}

/** Writes JSON Schema in the asked-for dialect; throws where a schema cannot be expressed. */
export type JsonSchemaWriter = (options: { readonly target: string }) => Record<string, unknown>

/** A value that describes itself as JSON Schema, before (`input`) and after (`output`) its transformations. */
export interface StandardJsonSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProperties<Input, Output> & {
    readonly jsonSchema: { readonly input: JsonSchemaWriter; readonly output: JsonSchemaWriter }
  }
}

/** The type that a Standard Schema accepts. */
export type InferInput<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer I }
    ? I
    : unknown
  : never

/** The type that a Standard Schema gives. */
export type InferOutput<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : unknown
  : never
