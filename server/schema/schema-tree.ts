/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The schema that a local reference points at; `undefined` if there is no such schema (RFC 6901 section 6). */
function resolveReference(root: JsonSchema, reference: unknown): JsonSchema | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined
  let node: unknown = root
  for (const step of reference.slice(1).split('/').slice(1)) {
    if (!isSchema(node)) return undefined
    // Validators write names as they are, RFC 6901 percent-encodes them.
    node = memberOf(node, unescapeStep(step)) ?? memberOf(node, unescapeStep(decode(step)))
  }
  return isSchema(node) ? node : undefined
}

/** The schema itself, or what it refers to. */
export function followReference(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let node = schema
  // A reference that leads back to itself says nothing: the bound ends it.
  for (let hops = 0; hops < MAX_HOPS && node.$ref !== undefined; hops++) {
    const target = resolveReference(root, node.$ref)
    if (!target) return node
    node = target
  }
  return node
}
const MAX_HOPS = 16

/** The schema that is declared for a member, or for an item, in the schema or in one of its branches. */
export function memberSchema(root: JsonSchema, schema: JsonSchema, name: string | number): JsonSchema | undefined {
  return findMember(root, schema, name, new Set())
}

function findMember(
  root: JsonSchema,
  schema: JsonSchema,
  name: string | number,
  seen: Set<JsonSchema>,
): JsonSchema | undefined {
  const node = followReference(root, schema)
  if (seen.has(node)) return undefined
  seen.add(node)
  const own = typeof name === 'string' ? memberOf(recordOf(node.properties), name) : itemSchema(node, name)
  if (isSchema(own)) return own
  for (const branch of branchesOf(node)) {
    const found = findMember(root, branch, name, seen)
    if (found) return found
  }
  return undefined
}

/** The schema of the item at an index, by `prefixItems` or `items`. */
export function itemSchema(schema: JsonSchema, index: number): unknown {
  const prefix = schema.prefixItems
  return Array.isArray(prefix) && index < prefix.length ? prefix[index] : schema.items
}

/** The schemas under `allOf`, `anyOf` and `oneOf`. */
export function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  return [...schemasIn(schema.allOf), ...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)]
}

/** The schemas in a list of schemas. */
export function schemasIn(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

/** An object of schemas by name; empty if there are no schemas. */
export function recordOf(value: unknown): JsonSchema {
  return isSchema(value) ? value : {}
}

/** Whether a value is a schema with keywords: not `true`, not `false`. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member: `constructor` is not a keyword of any schema. */
export function memberOf(record: JsonSchema, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** One step of a JSON pointer as the name that it stands for (RFC 6901 section 4). */
export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
