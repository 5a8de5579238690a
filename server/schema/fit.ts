import { followReference, isSchema, itemSchema, type JsonSchema, recordOf, schemasIn } from './schema-tree.ts'

/**
 * Of the branches of a union, those that a value can be of: by types, literals and members, not by limits, for the
 * value is known to be valid. If it seems to be of none, all.
 */
export function fittingBranches(
  branches: readonly JsonSchema[],
  value: unknown,
  root: JsonSchema,
): readonly JsonSchema[] {
  const fitting = branches.filter((branch) => fits(branch, value, root))
  return fitting.length > 0 ? fitting : branches
}

/** The value that `JSON.stringify` takes instead: a date gives its text. */
export function jsonValueOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { readonly toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value
}

/** Whether a value of JSON can be of a schema: by types, literals and required members, not by limits. */
export function isFitting(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  return value !== undefined && fits(schema, value, root)
}

function fits(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const node = followReference(root, schema)
  const shown = jsonValueOf(value)
  if (!hasType(node.type, shown) || !isChoice(node, shown)) return false
  if (typeof shown === 'object' && shown !== null && !hasMembers(node, shown, root)) return false
  return (
    schemasIn(node.allOf).every((part) => fits(part, shown, root)) &&
    [schemasIn(node.anyOf), schemasIn(node.oneOf)].every(
      (branches) => branches.length === 0 || branches.some((branch) => fits(branch, shown, root)),
    )
  )
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return (Array.isArray(type) ? type : [type]).some(
    (name) => name === actual || (name === 'integer' && Number.isInteger(value)),
  )
}

function isChoice(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false
  return schema.const === undefined || typeof schema.const === 'object' || schema.const === value
}

function hasMembers(schema: JsonSchema, value: object, root: JsonSchema): boolean {
  if (Array.isArray(value)) return value.every((item, index) => fitsWhere(itemSchema(schema, index), item, root))
  const members = value as Readonly<Record<string, unknown>>
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : []
  return (
    required.every((name) => members[name] !== undefined) &&
    Object.entries(recordOf(schema.properties)).every(
      ([name, member]) => members[name] === undefined || fitsWhere(member, members[name], root),
    )
  )
}

function fitsWhere(schema: unknown, value: unknown, root: JsonSchema): boolean {
  return !isSchema(schema) || fits(schema, value, root)
}
