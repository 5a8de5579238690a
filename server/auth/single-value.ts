import { type ReadCredential, UNUSABLE } from './authenticator.ts'

/** A credential that must be there once and not be empty. */
export function singleValue(values: readonly (string | undefined)[]): ReadCredential<[string]> {
  if (values.length === 0) return undefined
  const value = values[0]
  return values.length > 1 || value === undefined || value === '' ? UNUSABLE : [value]
}
