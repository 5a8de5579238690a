import { createFault, type Fault, type FaultPath, type FaultType } from './faults.ts'
import { parseBoolean, parseNumber, type Source } from './fields.ts'
import { branchesOf, followReference, type JsonSchema, recordOf } from './schema-tree.ts'

/** Says which limit of a schema a value breaks, in words made of the schema alone: the value is never quoted. */
export function explainMismatch(
  root: JsonSchema,
  schema: JsonSchema,
  value: unknown,
  source: Source,
  path: FaultPath,
): Fault {
  const node = withoutNull(root, followReference(root, schema))
  const typed = source === 'text' ? coerce(node, value) : value
  const mismatch = findTypeMismatch(node, typed) ?? findBrokenLimit(node, typed)
  return mismatch ? createFault(mismatch.type, path, mismatch.msg) : createFault('invalid', path)
}

interface Mismatch {
  readonly type: FaultType
  readonly msg?: string
}

/** The one branch that is not `null`, for what may be a value or `null`. */
function withoutNull(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema).filter((branch) => branch.type !== 'null')
  const [only] = branches
  return branches.length === 1 && only && schema.type === undefined ? followReference(root, only) : schema
}

/** Validators of text convert numbers and booleans themselves, so limits apply to what the text means. */
function coerce(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (schema.type === 'number' || schema.type === 'integer') return parseNumber(value)
  return schema.type === 'boolean' ? parseBoolean(value) : value
}

const TYPES: Readonly<Record<string, { readonly fault: FaultType; readonly holds: (value: unknown) => boolean }>> = {
  string: { fault: 'string', holds: (value) => typeof value === 'string' },
  number: { fault: 'number', holds: (value) => typeof value === 'number' },
  integer: { fault: 'integer', holds: Number.isInteger },
  boolean: { fault: 'boolean', holds: (value) => typeof value === 'boolean' },
  array: { fault: 'list', holds: Array.isArray },
  object: { fault: 'object', holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) },
}

function findTypeMismatch({ type }: JsonSchema, value: unknown): Mismatch | undefined {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null' && name !== undefined)
  const known = names.map((name) => TYPES[String(name)])
  const [only] = known
  return known.length === 1 && only && !only.holds(value) ? { type: only.fault } : undefined
}

function findBrokenLimit(schema: JsonSchema, value: unknown): Mismatch | undefined {
  if (isOtherChoice(schema, value)) return { type: 'choice' }
  if (typeof value === 'string') return findBrokenText(schema, value)
  if (typeof value === 'number') return findBrokenRange(schema, value)
  if (Array.isArray(value)) return findBrokenCount(schema, value.length)
  return typeof value === 'object' && value !== null && hasUnexpected(schema, value)
    ? { type: 'unexpected' }
    : undefined
}

/** The choices are not listed: a literal may be a secret that the document does not show. */
function isOtherChoice(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(schema.enum)) return !schema.enum.includes(value)
  return schema.const !== undefined && typeof schema.const !== 'object' && schema.const !== value
}

function findBrokenText(schema: JsonSchema, text: string): Mismatch | undefined {
  const { minLength, maxLength, pattern } = schema
  if (typeof minLength === 'number' && text.length < minLength) {
    return { type: 'too_short', msg: `This value must have at least ${count(minLength, 'character')}` }
  }
  if (typeof maxLength === 'number' && text.length > maxLength) {
    return { type: 'too_long', msg: `This value must have at most ${count(maxLength, 'character')}` }
  }
  if (typeof pattern !== 'string' || matches(pattern, text)) return undefined
  const { format } = schema
  return { type: 'format', ...(typeof format === 'string' ? { msg: `This value must be a valid ${format}` } : {}) }
}

function findBrokenRange(schema: JsonSchema, value: number): Mismatch | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof minimum === 'number' && value < minimum) {
    return { type: 'too_small', msg: `This value must be at least ${minimum}` }
  }
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    return { type: 'too_small', msg: `This value must be more than ${exclusiveMinimum}` }
  }
  if (typeof maximum === 'number' && value > maximum) {
    return { type: 'too_large', msg: `This value must be at most ${maximum}` }
  }
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) {
    return { type: 'too_large', msg: `This value must be less than ${exclusiveMaximum}` }
  }
  return undefined
}

function findBrokenCount({ minItems, maxItems }: JsonSchema, length: number): Mismatch | undefined {
  if (typeof minItems === 'number' && length < minItems) {
    return { type: 'too_short', msg: `This list must have at least ${count(minItems, 'item')}` }
  }
  if (typeof maxItems === 'number' && length > maxItems) {
    return { type: 'too_long', msg: `This list must have at most ${count(maxItems, 'item')}` }
  }
  return undefined
}

/** Which member it is is not said: its name is the client's. */
function hasUnexpected(schema: JsonSchema, value: object): boolean {
  if (schema.additionalProperties !== false || schema.patternProperties !== undefined) return false
  const declared = recordOf(schema.properties)
  return Object.keys(value).some((name) => !Object.hasOwn(declared, name))
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** A pattern that this engine does not know is not what the value failed. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}
