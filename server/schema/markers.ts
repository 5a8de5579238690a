import type { SchemaLike } from './shape.ts'

/** Recognises a marked body across copies of this module. */
export const BODY: unique symbol = Symbol.for('svc.body')

/** How a body is written on the wire. */
export type BodyKind = 'json' | 'form'
/** A schema with the encoding of its body. Made by `Form` and `Json`. */
export interface BodyMarker<S, Kind extends BodyKind = BodyKind> {
  readonly [BODY]: Kind
  readonly schema: S
}

/**
 * Marks a body that is sent as a form, `application/x-www-form-urlencoded` or `multipart/form-data`. Values are
 * text: `Number` and `Boolean` read them strictly, a repeated name is a list.
 *
 * @example
 * operation({ body: Form({ username: String, password: String }) }, (request) => request.body.username)
 */
export function Form<const S extends SchemaLike>(schema: S): BodyMarker<S, 'form'> {
  return { [BODY]: 'form', schema }
}

/** Marks a body that is sent as JSON, which is what an unmarked schema means too. */
export function Json<const S extends SchemaLike>(schema: S): BodyMarker<S, 'json'> {
  return { [BODY]: 'json', schema }
}

/** Whether a value was made by {@link Form} or {@link Json}, in whichever copy of the package. */
export function isBodyMarker(value: unknown): value is BodyMarker<unknown> {
  if (typeof value !== 'object' || value === null) return false
  const kind: BodyKind | undefined = (value as Partial<BodyMarker<unknown>>)[BODY]
  return kind === 'form' || kind === 'json'
}
