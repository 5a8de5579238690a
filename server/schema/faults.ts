import type { ValidationIssue } from '../base/errors.ts'
import type { MaybePromise } from './infer.ts'

/** Where an input stands: the first member of `loc`. */
export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'form'

/** The source of the words of `msg`: this framework, or the validator, which may quote the input. */
export type MessageSource = 'own' | 'validator'

/** A step from a value to one of its members. */
export type FaultPath = readonly (string | number)[]

/** One way in which a value does not fit its schema. It names the schema's limits, never the value. */
export interface Fault {
  readonly type: FaultType
  /** From the validated value down to the faulty one; only names that the schema declares. */
  readonly path: FaultPath
  readonly msg: string
  /** The validator's own text, if one spoke. */
  readonly text?: string
}

/** The result of reading: the output, or at least one fault. */
export type Reading =
  | { readonly value: unknown; readonly faults?: undefined }
  | { readonly faults: readonly Fault[]; readonly value?: undefined }

/** Validates a value and gives its output. A promise only where the schema itself is asynchronous. */
export type SchemaReader = (value: unknown) => MaybePromise<Reading>

/** The kinds of fault, with what is said where no limit is known. */
const MESSAGES = {
  missing: 'This value is required',
  repeated: 'This value must be sent once',
  string: 'This value must be a string',
  number: 'This value must be a number',
  integer: 'This value must be a whole number',
  boolean: 'This value must be true or false',
  object: 'This value must be an object',
  list: 'This value must be a list',
  file: 'This value must be a file',
  unexpected: 'This object has a member that its schema does not declare',
  choice: 'This value is not one of the choices',
  too_short: 'This value is too short',
  too_long: 'This value is too long',
  too_small: 'This value is too small',
  too_large: 'This value is too large',
  format: 'This value has the wrong format',
  invalid: 'This value is not valid',
} as const

/** A stable word for a kind of fault: the `type` of a {@link ValidationIssue}. */
export type FaultType = keyof typeof MESSAGES

/** A fault of a kind. `msg` replaces the kind's own sentence. */
export function createFault(type: FaultType, path: FaultPath = [], msg: string = MESSAGES[type]): Fault {
  return { type, path, msg }
}

/** The same fault, seen from the value that holds this one under `name`. */
export function nestFault(fault: Fault, name: string | number): Fault {
  return { ...fault, path: [name, ...fault.path] }
}

/** The issue that the client receives for a fault. */
export function toIssue(fault: Fault, place: Place, messages: MessageSource): ValidationIssue {
  const msg = messages === 'validator' ? (fault.text ?? fault.msg) : fault.msg
  return { type: fault.type, loc: [place, ...fault.path], msg }
}
