/** Whether a function is a class: its prototype is not writable (ECMA-262 section 15.7.14). */
export function isClass(value: unknown): boolean {
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}

/** A generator would return its iterator, which is truthy, before it runs a line: such a route would be open. */
export function isCallable(value: object): boolean {
  return !isClass(value) && !/Generator/.test(Object.prototype.toString.call(value))
}

/** Marks functions that make authenticators. Registered, so that copies of this module agree. */
const MAKER: unique symbol = Symbol.for('svc.authenticator-maker') as never

/** Notes that a function is not an authenticator but returns one: uncalled, its truthy result would open a route. */
export function markMaker(maker: object, name: string): void {
  Object.defineProperty(maker, MAKER, { value: name })
}

/** The name of a function of `svc/security` that returns an authenticator; `undefined` for any other value. */
export function findMaker(value: unknown): string | undefined {
  if (typeof value !== 'function' || !Object.hasOwn(value, MAKER)) return undefined
  return (value as unknown as { readonly [MAKER]: string })[MAKER]
}

/** The names of a default export without a name: by its module as it is run in development, and by the language. */
const UNNAMED: ReadonlySet<string> = new Set(['', 'default', '__vite_ssr_export_default__'])

/** The name of a function, the same in development and in a build; the fallback for one that has none. */
export function nameOf(callable: { readonly name: string }, fallback: string): string {
  return UNNAMED.has(callable.name) ? fallback : callable.name
}
