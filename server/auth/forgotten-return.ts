import { AUTHENTICATOR } from './authenticator.ts'

/** The error for a hook or a guard of which {@link saysNothing} is true. */
export function forgotten(asked: string, value: object): TypeError {
  const [returned, fix] =
    AUTHENTICATOR in value
      ? [
          'an authenticator',
          'Declare the authenticator itself, auth: bearer(findUser), and return a user or null here.',
        ]
      : ['a generator', 'Write a function without "*" that returns a user or null.']
  return new TypeError(`${asked} returned ${returned}, which says nothing about the request. ${fix}`)
}

/**
 * Whether something truthy shows that the hook never looked at the request: `auth: bearer`, not called, gives each
 * request a new authenticator, and a generator gives its iterator before it runs a line.
 */
export function saysNothing(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return AUTHENTICATOR in value || /^\[object (?:Async)?Generator\]$/.test(Object.prototype.toString.call(value))
}
