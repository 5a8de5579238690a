import { unescapeStep } from '../../server/internal.ts'

/** An object of a document that has been parsed. */
export type Json = Readonly<Record<string, unknown>>

/** Follows `$ref` inside the document (RFC 6901). */
export function resolveReference(document: Json, value: unknown, depth = 0): Json {
  if (!isObject(value)) return {}
  const reference = value['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/') || depth > 8) return value
  return resolveReference(document, valueAt(document, reference.slice(1)), depth + 1)
}

/** The value at a JSON pointer (RFC 6901); `undefined` if the document has no such member. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value
  for (const part of pointer.split('/').slice(1)) {
    found =
      typeof found === 'object' && found !== null
        ? (found as Readonly<Record<string, unknown>>)[unescapeStep(part)]
        : undefined
  }
  return found
}

/** A text; another value gives `otherwise`. */
export function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

/** The object under a key, or an empty one. */
export function objectAt(value: unknown, key: string): Json {
  const found = isObject(value) ? value[key] : undefined
  return isObject(found) ? found : {}
}

/** Whether a value is an object with keys. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value that a text is the JSON of; `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object that a text is the JSON of; `undefined` for other JSON, and for what is not JSON. */
export function parseObject(text: string): Json | undefined {
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}
