import { AUTHENTICATOR } from '../auth/authenticator.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { findUnknownOption, type OptionNames } from '../base/option-names.ts'

/** Refuses misspelt options, and a value that is not a record of options. */
export function checkOptionNames(
  options: object,
  known: OptionNames,
  owner: string,
  source: SourcePosition | undefined,
): void {
  requireOptions(options, owner, source)
  const problem = findUnknownOption(options, known, owner)
  if (problem !== undefined) throw new LoadError('SVC_OPTION_UNKNOWN', problem, source)
}

/**
 * Refuses a value that is not a record of options. A function and `inherit` have no members, so an authenticator in this place
 * (`api.get('/pets', requireUser, handler)`, as in other frameworks) would protect nothing, without an error.
 */
export function requireOptions(options: unknown, owner: string, source: SourcePosition | undefined): void {
  const isRecord = typeof options === 'object' && options !== null && !Array.isArray(options)
  if (isRecord && !(AUTHENTICATOR in options) && 'auth' in options === Object.hasOwn(options, 'auth')) return
  const problem = `the options of ${owner} must be a plain object, not an authenticator, a list or an object that inherits "auth".`
  throw new LoadError('SVC_OPTIONS_INVALID', `${problem} Write { auth: … }, or {} for none.`, source)
}
