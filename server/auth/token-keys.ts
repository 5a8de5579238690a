/** Where an authenticator of tokens keeps how it is made with other keys. Registered, so that copies of this module agree. */
const WITH_KEYS: unique symbol = Symbol.for('svc.with-token-keys') as never

/**
 * Gives the JWK Set (RFC 7517) of the moment, secrets (`kty: oct`) for an authenticator that takes them; asked for every request. The same object as before means that nothing changed;
 * `undefined`, that the issuer is away: 503.
 */
export type ReadKeys = () => { readonly keys: readonly object[] } | undefined

interface Keyed {
  readonly [WITH_KEYS]?: (read: ReadKeys) => object | undefined
}

/**
 * An authenticator of tokens that checks them with other keys than those of its issuer, and everything else as before: for
 * copies of an application in tests, whose harness is the issuer. Its description says which issuer and audience it demands.
 *
 * @returns `undefined` for an authenticator of anything else
 */
export function withTokenKeys(authenticator: unknown, read: ReadKeys): object | undefined {
  if (typeof authenticator !== 'object' || authenticator === null) return undefined
  return (authenticator as Keyed)[WITH_KEYS]?.(read)
}

/** Notes how an authenticator of tokens is made with other keys. */
export function markKeyed(authenticator: object, make: (read: ReadKeys) => object | undefined): void {
  Object.defineProperty(authenticator, WITH_KEYS, { value: make })
}

/** Registered, so that copies of this module agree. */
const DEVELOPMENT = Symbol.for('svc.development-keys')

/** Hands the keys of the issuer for development to the authenticators of this process; `undefined` takes them back. */
export function handDevelopmentKeys(read: ReadKeys | undefined): void {
  ;(globalThis as { [DEVELOPMENT]?: ReadKeys | undefined })[DEVELOPMENT] = read
}

/** The keys that {@link handDevelopmentKeys} gave; `undefined` in a process that got none. */
export const readDevelopmentKeys: ReadKeys = () => (globalThis as { [DEVELOPMENT]?: ReadKeys })[DEVELOPMENT]?.()
