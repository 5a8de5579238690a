import type { FaultType } from './faults.ts'
import type { StandardIssue } from './standard.ts'

/** The types of valibot's issues: words of its own, free of input. It has no JSON Schema to read limits from. */
const TYPES: ReadonlyMap<unknown, FaultType> = new Map<unknown, FaultType>([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'integer'],
  ['boolean', 'boolean'],
  ['object', 'object'],
  ['strict_object', 'object'],
  ['loose_object', 'object'],
  ['record', 'object'],
  ['array', 'list'],
  ['tuple', 'list'],
  ['literal', 'choice'],
  ['picklist', 'choice'],
  ['enum', 'choice'],
  ['non_empty', 'too_short'],
  ['min_length', 'too_short'],
  ['max_length', 'too_long'],
  ['min_value', 'too_small'],
  ['max_value', 'too_large'],
  ['file', 'file'],
  ['blob', 'file'],
  ['min_size', 'too_small'],
  ['max_size', 'too_large'],
  ['mime_type', 'format'],
  ['email', 'format'],
  ['regex', 'format'],
  ['url', 'format'],
  ['uuid', 'format'],
  ['iso_date', 'format'],
  ['iso_timestamp', 'format'],
])

/** The kind of fault that an issue says it is, where it says so in a word that is known. */
export function findFaultType(issue: StandardIssue): FaultType | undefined {
  return TYPES.get((issue as { readonly type?: unknown }).type)
}
