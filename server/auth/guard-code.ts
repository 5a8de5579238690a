import type { AuthDescription } from '../model/description.ts'
import type { Guard } from './combinators.ts'
import { scopesOf } from './scopes.ts'

/** The guard of a description. Registered, so that copies of this module agree. */
const GUARD: unique symbol = Symbol.for('svc.guard') as never

/** Keeps the guard beside its description, where nothing prints, compares or copies it. */
export function noteGuard(guard: Guard, description: AuthDescription): void {
  Object.defineProperty(description, GUARD, { value: guard })
}

/**
 * The source texts of an application's guards in an auth value, outermost first. Guards that one function makes have one text. Guards
 * of `hasScope` and those of native code have none.
 */
export function guardCodeOf(auth: AuthDescription | null | undefined): readonly string[] {
  switch (auth?.kind) {
    case 'list':
    case 'all':
      return auth.members.flatMap(guardCodeOf)
    case 'optional':
      return guardCodeOf(auth.member)
    case 'check':
      return [...textOf((auth as { readonly [GUARD]?: Guard })[GUARD]), ...guardCodeOf(auth.member)]
    default:
      return []
  }
}

function textOf(guard: Guard | undefined): readonly string[] {
  if (guard === undefined || scopesOf(guard) !== undefined) return []
  const text = String(guard)
  return text.endsWith('{ [native code] }') ? [] : [text]
}
