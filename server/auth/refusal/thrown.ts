import type { SourcePosition } from '../../base/errors.ts'
import { positionOf } from '../../base/call-site.ts'
import type { Thrown } from './refusal.ts'

/** Describes something thrown without its message, which may hold anything. */
export function describeThrown(error: unknown): Thrown {
  if (!(error instanceof Error)) return { error: 'a value that is not an Error' }
  return { error: error.constructor.name || 'Error', ...positionFields(positionOf(error)) }
}

/** A position as plain data, to be spread: those of declarations may be read late. */
export function positionFields(source: SourcePosition | undefined): { readonly source?: SourcePosition } {
  if (!source) return {}
  const { file, line } = source
  return line > 0 ? { source: { file, line } } : {}
}

/** The name of a value that is not truthy. */
export function nameFalsy(value: unknown): string {
  return value === '' ? 'an empty text' : String(value)
}
