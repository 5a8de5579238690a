import type { StandardSchema } from './standard.ts'

/** One property of a plain shape. */
export type Field = StringConstructor | NumberConstructor | BooleanConstructor | StandardSchema
/** A plain shape: `{ limit: Number, name: String, tag: z.string().optional() }`. */
export interface Shape {
  readonly [name: string]: Field
}
/** The declaration of an input or an output: any Standard Schema validator, or a plain shape. */
export type SchemaLike = StandardSchema | Shape
