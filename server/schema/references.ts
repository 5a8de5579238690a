import { isSchema, type JsonSchema } from './schema-tree.ts'

/** Values of these are data, in which `$ref` is an ordinary name. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
/** Members of these are schemas under names that an author chose, `default` perhaps. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
])

/** The schema with every `$ref` that has a new target; others stay. */
export function rewriteReferences(value: unknown, targets: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, targets))
  if (!isSchema(value)) return value
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (key === '$ref' && typeof member === 'string') return [key, targets.get(member) ?? member]
    if (NAMED.has(key) && isSchema(member))
      return [key, mapValues(member, (named) => rewriteReferences(named, targets))]
    return [key, DATA.has(key) ? member : rewriteReferences(member, targets)]
  })
  return Object.fromEntries(entries)
}

/** Whether any `$ref` in the schema is exactly this one. */
export function refersTo(value: unknown, reference: string): boolean {
  if (Array.isArray(value)) return value.some((item) => refersTo(item, reference))
  if (!isSchema(value)) return false
  return Object.entries(value).some(([key, member]) => {
    if (key === '$ref') return member === reference
    if (NAMED.has(key) && isSchema(member)) return Object.values(member).some((named) => refersTo(named, reference))
    return !DATA.has(key) && refersTo(member, reference)
  })
}

/** A name as a step of a JSON pointer (RFC 6901 section 3). */
export function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function mapValues(record: JsonSchema, change: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
