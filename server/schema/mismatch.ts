import { plural } from '../base/plural.ts'
import { createFault, type Fault, type FaultPath, type FaultType } from './faults.ts'
import { parseBoolean, parseNumber, type Source } from './primitives.ts'
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
  const mismatch = isFileSchema(root, node) ? findBrokenFile(root, node, value) : findMismatch(node, typed, value)
  return mismatch ? createFault(mismatch.type, path, mismatch.msg) : createFault('invalid', path)
}

function findMismatch(schema: JsonSchema, typed: unknown, sent: unknown): Mismatch | undefined {
  const mismatch = findTypeMismatch(schema, typed) ?? findBrokenLimit(schema, typed)
  if (mismatch) return mismatch
  // It fits once it is converted, and was refused: the schema does not convert it.
  if (typeof sent === 'string' && typeof typed === 'number') return { type: 'number', msg: NOT_CONVERTED }
  if (typeof sent === 'string' && typeof typed === 'boolean') return { type: 'boolean', msg: NOT_CONVERTED }
  return typeof typed === 'string' && typeof schema.format === 'string' ? brokenFormat(schema.format) : undefined
}

const NOT_CONVERTED =
  'This value is sent as text, which its schema does not convert. In zod: z.coerce.number(), z.stringbool()'

function brokenFormat(format: string): Mismatch {
  return { type: 'format', msg: `This value must be a valid ${format === 'uri' ? 'URL' : format}` }
}

/** The schema of a file in zod and OpenAPI: a text of bytes, or a choice of such texts by their media type. */
function isFileSchema(root: JsonSchema, schema: JsonSchema): boolean {
  if (schema.type === 'string' && schema.format === 'binary') return true
  const branches = branchesOf(schema)
  return branches.length > 0 && branches.every((branch) => followReference(root, branch).format === 'binary')
}

function findBrokenFile(root: JsonSchema, schema: JsonSchema, value: unknown): Mismatch | undefined {
  if (!(value instanceof Blob)) return { type: 'file' }
  const parts = [schema, ...branchesOf(schema).map((branch) => followReference(root, branch))]
  const limitsOf = (name: 'minLength' | 'maxLength'): readonly number[] =>
    parts.flatMap((part) => (typeof part[name] === 'number' ? [part[name]] : []))
  const [most, least] = [Math.min(...limitsOf('maxLength')), Math.max(...limitsOf('minLength'))]
  if (value.size > most) return { type: 'too_large', msg: `This file must have at most ${plural(most, 'byte')}` }
  if (value.size < least) return { type: 'too_small', msg: `This file must have at least ${plural(least, 'byte')}` }
  const types = parts.flatMap(({ contentMediaType: type }) => (typeof type === 'string' ? [type] : []))
  if (types.length === 0 || types.includes(value.type)) return undefined
  return { type: 'format', msg: `This file must be of the type ${types.join(' or ')}` }
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
    return { type: 'too_short', msg: `This value must have at least ${plural(minLength, 'character')}` }
  }
  if (typeof maxLength === 'number' && text.length > maxLength) {
    return { type: 'too_long', msg: `This value must have at most ${plural(maxLength, 'character')}` }
  }
  if (typeof pattern !== 'string' || matches(pattern, text)) return undefined
  return typeof schema.format === 'string' ? brokenFormat(schema.format) : { type: 'format' }
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
    return { type: 'too_short', msg: `This list must have at least ${plural(minItems, 'item')}` }
  }
  if (typeof maxItems === 'number' && length > maxItems) {
    return { type: 'too_long', msg: `This list must have at most ${plural(maxItems, 'item')}` }
  }
  return undefined
}

/** Which member it is is not said: its name is the client's. */
function hasUnexpected(schema: JsonSchema, value: object): boolean {
  if (schema.additionalProperties !== false || schema.patternProperties !== undefined) return false
  const declared = recordOf(schema.properties)
  return Object.keys(value).some((name) => !Object.hasOwn(declared, name))
}

/** A pattern that this engine does not know is not what the value failed. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}
