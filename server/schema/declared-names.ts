import { jsonSchemaOf } from './json-schema.ts'
import type { JsonSchema } from './schema-tree.ts'

/** No schema is this large; a schema that makes itself anew on every look is cut off. */
const MAX_NODES = 5000

const KNOWN = new WeakMap<object, ReadonlySet<string>>()

/**
 * The member names that a schema declares, at any depth: what a fault may name without repeating what was sent.
 * They are read from its JSON Schema; valibot has none of its own, and lists its members under `entries`.
 */
export function declaredNames(schema: object, json: JsonSchema): ReadonlySet<string> {
  const known = KNOWN.get(schema)
  if (known) return known
  const names = new Set<string>()
  collect(json, 'properties', names)
  if (names.size === 0) collect(schema, 'entries', names)
  KNOWN.set(schema, names)
  return names
}

/** The member names of a body, at any depth, as its schema declares them. */
export function bodyNamesOf(schema: object): readonly string[] {
  return [...declaredNames(schema, jsonSchemaOf(schema, 'input'))]
}

function collect(root: object, keyword: 'properties' | 'entries', names: Set<string>): void {
  const seen = new Set<object>([root])
  // The loop visits what it adds.
  for (const node of seen) {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null || key === '~standard') continue
      if (key === keyword) for (const name of Object.keys(value as object)) names.add(name)
      if (seen.size < MAX_NODES) seen.add(value as object)
    }
  }
}
