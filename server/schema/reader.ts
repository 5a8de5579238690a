import { LoadError, type SourcePosition } from '../base/errors.ts'
import { createFault, type Fault, nestFault, type Reading, type SchemaReader } from './faults.ts'
import { findFieldReader, type Source } from './primitives.ts'
import type { MaybePromise } from './infer.ts'
import { explainIssues } from './issues.ts'
import { compileListWrapper } from './lists.ts'
import { createRecord } from '../base/record.ts'
import { isShape, isStandardSchema, nameValue } from './recognition.ts'
import type { StandardResult, StandardSchema } from './standard.ts'

/** The input or output for which a schema was declared, for messages. */
export interface SchemaOwner {
  /** `query`, `response 200`. */
  readonly option: string
  readonly position: SourcePosition | undefined
}

/**
 * Makes the reader of a schema: any Standard Schema validator, or a plain shape.
 *
 * A plain shape drops keys that it does not name, and gives an object without prototype. Text (`'text'`) is coerced
 * strictly: `Number` takes decimal notation, `Boolean` takes `true` and `false`. JSON has to have the very type.
 *
 * @throws {@link LoadError} `SVC_SCHEMA_INVALID` for anything that is not a schema.
 */
export function compileSchema(schema: unknown, source: Source, owner: SchemaOwner): SchemaReader {
  if (isStandardSchema(schema)) return compileStandard(schema, source)
  if (isShape(schema)) return compileShape(schema, source, owner)
  throw new LoadError(
    'SVC_SCHEMA_INVALID',
    `${owner.option} must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as ` +
      `{ limit: Number, name: String }; got ${nameValue(schema)}.`,
    owner.position,
  )
}

function compileStandard(schema: StandardSchema, source: Source): SchemaReader {
  const standard = schema['~standard']
  const wrapLists = source === 'text' ? compileListWrapper(schema) : undefined
  return (value) => {
    const input = wrapLists ? wrapLists(value) : value
    const read = (result: StandardResult<unknown>): Reading =>
      result.issues ? { faults: explainIssues(result.issues, input, schema, source) } : { value: result.value }
    const result = standard.validate(input)
    return 'then' in result ? Promise.resolve(result).then(read) : read(result)
  }
}

interface ShapeField {
  readonly name: string
  readonly read: SchemaReader
}

function compileShape(shape: Readonly<Record<string, unknown>>, source: Source, owner: SchemaOwner): SchemaReader {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    read: compileField(name, field, source, owner),
  }))
  return (value) => {
    if (value === undefined) return { faults: [createFault('missing')] }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { faults: [createFault('object')] }
    return readFields(fields, value as Readonly<Record<string, unknown>>)
  }
}

function compileField(name: string, field: unknown, source: Source, owner: SchemaOwner): SchemaReader {
  const plain = findFieldReader(field, source)
  if (plain) return plain
  if (isStandardSchema(field)) return compileStandard(field, source)
  throw new LoadError(
    'SVC_SCHEMA_INVALID',
    `${owner.option}.${name} must be String, Number, Boolean or a Standard Schema validator; got ${nameValue(field)}.` +
      (isShape(field) ? ' Plain shapes do not nest: use a validator for the inner object.' : ''),
    owner.position,
  )
}

function readFields(fields: readonly ShapeField[], input: Readonly<Record<string, unknown>>): MaybePromise<Reading> {
  // Without prototype, so that no name of Object.prototype ever looks like a value that was sent.
  const output = createRecord<unknown>()
  const faults: Fault[] = []
  let pending: Promise<void>[] | undefined
  for (const { name, read } of fields) {
    const reading = read(Object.hasOwn(input, name) ? input[name] : undefined)
    if (!(reading instanceof Promise)) settle(name, reading, output, faults)
    else (pending ??= []).push(reading.then((later) => settle(name, later, output, faults)))
  }
  return pending ? Promise.all(pending).then(() => finish(output, faults)) : finish(output, faults)
}

function settle(name: string, reading: Reading, output: Record<string, unknown>, faults: Fault[]): void {
  if (reading.faults) faults.push(...reading.faults.map((fault) => nestFault(fault, name)))
  else if (reading.value !== undefined) output[name] = reading.value
}

function finish(output: Record<string, unknown>, faults: readonly Fault[]): Reading {
  return faults.length > 0 ? { faults } : { value: output }
}
