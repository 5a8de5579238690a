import { unescapeStep } from '../../server/internal.ts'

/** Parts of an OpenAPI document that has been parsed. */
export type Json = Readonly<Record<string, unknown>>

/** Follows `$ref` inside the document (RFC 6901). */
export function resolveReference(document: Json, value: unknown, depth = 0): Json {
  if (!isObject(value)) return {}
  const reference = value['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/') || depth > 8) return value
  let found: unknown = document
  for (const part of reference.slice(2).split('/')) found = isObject(found) ? found[unescapeStep(part)] : undefined
  return resolveReference(document, found, depth + 1)
}

/** A text, or another where it is none. */
export function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

/** The object under a key, or an empty one. */
export function objectAt(value: Json, key: string): Json {
  const found = value[key]
  return isObject(found) ? found : {}
}

/** Whether a value is an object with keys. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
