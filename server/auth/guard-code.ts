import type { AuthDescription } from '../model/description.ts'
import type { Guard } from './combinators.ts'
import { scopesOf } from './scopes.ts'

/** The guard of a description. Registered, so that copies of this module agree. */
const GUARD: unique symbol = Symbol.for('svc.guard') as never

/** Keeps the guard beside its description, where nothing prints, compares or copies it. */
export function noteGuard(guard: Guard, description: AuthDescription): void {
  Object.defineProperty(description, GUARD, { value: guard })
}

/** A guard of an application. */
export interface GuardCode {
  readonly name: string
  /** Its source text: guards that one function makes have one. */
  readonly text: string
}

/** The guards of an application in an auth value, outermost first, without those of `hasScope` and of native code. */
export function guardCodeOf(auth: AuthDescription | null | undefined): readonly GuardCode[] {
  switch (auth?.kind) {
    case 'list':
    case 'all':
      return auth.members.flatMap(guardCodeOf)
    case 'optional':
      return guardCodeOf(auth.member)
    case 'check':
      return [...codeOf((auth as { readonly [GUARD]?: Guard })[GUARD]), ...guardCodeOf(auth.member)]
    default:
      return []
  }
}

function codeOf(guard: Guard | undefined): readonly GuardCode[] {
  if (guard === undefined || scopesOf(guard) !== undefined) return []
  const text = String(guard)
  return text.endsWith('{ [native code] }') ? [] : [{ name: guard.name, text }]
}
