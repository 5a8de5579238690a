import { declaredNames } from './declared-names.ts'
import { explainMismatch } from './mismatch.ts'
import { createFault, type Fault, type FaultPath } from './faults.ts'
import { findFaultType } from './issue-types.ts'
import type { Source } from './primitives.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { type JsonSchema, memberSchema } from './schema-tree.ts'
import type { StandardIssue, StandardSchema } from './standard.ts'

/** A small body can hold a hundred thousand faults; the answer must not be many times its size. */
const MAX_ISSUES = 100

/**
 * The issues of a validator in our own words. Its message may quote the input (valibot's and arktype's do) and its
 * path may name keys that the client made up, so neither is taken as it is: types and limits are read from the
 * JSON Schema, and a path ends where the schema's own names end.
 */
export function explainIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  schema: StandardSchema,
  source: Source,
): readonly Fault[] {
  // A validator that refuses without a reason still refuses.
  if (issues.length === 0) return [createFault('invalid')]
  const root = jsonSchemaOf(schema, 'input')
  const names = declaredNames(schema, root)
  return issues.slice(0, MAX_ISSUES).map((issue) => {
    const { path, value, isWhole } = locate(issue, input, names)
    const fault = value === undefined ? createFault('missing', path) : explainAt(path, value)
    const type = fault.type === 'invalid' && isWhole ? findFaultType(issue) : undefined
    return { ...(type ? createFault(type, path) : fault), text: issue.message }
  })

  function explainAt(path: FaultPath, value: unknown): Fault {
    let node: JsonSchema | undefined = root
    for (const step of path) node &&= memberSchema(root, node, step)
    return node ? explainMismatch(root, node, value, source, path) : createFault('invalid', path)
  }
}

/** A value of the input, by the part of an issue's path that may be shown. */
interface Location {
  readonly path: FaultPath
  readonly value: unknown
  /** Whether that part is all of it. */
  readonly isWhole: boolean
}

function locate(issue: StandardIssue, input: unknown, names: ReadonlySet<string>): Location {
  const path: (string | number)[] = []
  let value = input
  for (const segment of issue.path ?? []) {
    const key = typeof segment === 'object' ? segment.key : segment
    const isParent = typeof value === 'object' && value !== null
    const isSent = isParent && Object.hasOwn(value as object, key)
    // A name that was not sent is the schema's.
    const isShown = Number.isInteger(key) || (typeof key === 'string' && (names.has(key) || (isParent && !isSent)))
    if (!isShown) return { path, value, isWhole: false }
    path.push(key as string | number)
    value = isSent ? (value as Readonly<Record<PropertyKey, unknown>>)[key] : undefined
  }
  return { path, value, isWhole: true }
}
