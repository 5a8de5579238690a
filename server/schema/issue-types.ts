import type { FaultType } from './faults.ts'
import type { StandardIssue } from './standard.ts'

/** The types of valibot's issues, by what is wrong: words of its own, free of input. It has no JSON Schema to read limits from. */
const TYPES: Readonly<Partial<Record<FaultType, readonly string[]>>> = {
  string: ['string'],
  number: ['number'],
  integer: ['integer'],
  boolean: ['boolean'],
  object: ['object', 'strict_object', 'loose_object', 'record'],
  list: ['array', 'tuple'],
  choice: ['literal', 'picklist', 'enum'],
  too_short: ['non_empty', 'min_length'],
  too_long: ['max_length'],
  too_small: ['min_value', 'min_size'],
  too_large: ['max_value', 'max_size'],
  file: ['file', 'blob'],
  format: ['mime_type', 'email', 'regex', 'url', 'uuid', 'iso_date', 'iso_timestamp'],
}

const FAULT_OF: ReadonlyMap<unknown, FaultType> = new Map(
  Object.entries(TYPES).flatMap(([fault, types]) => types.map((type) => [type, fault as FaultType] as const)),
)

/** The kind of fault that an issue says it is, where it says so in a word that is known. */
export function findFaultType(issue: StandardIssue): FaultType | undefined {
  return FAULT_OF.get((issue as { readonly type?: unknown }).type)
}
