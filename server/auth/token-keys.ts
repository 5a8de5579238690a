import { isLoopback } from '../http/known-hosts.ts'

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

/** Registered, so that copies of this module agree: the runs of tests that are under way. */
const RUNS = Symbol.for('svc.runs-in-place-of-issuers')

/**
 * Says that a run of tests stands in the place of issuers and providers: until its end this process asks none of another
 * machine.
 *
 * @returns ends it
 */
export function standInForIssuers(): () => void {
  const world = globalThis as { [RUNS]?: Set<object> }
  const runs = (world[RUNS] ??= new Set<object>())
  const run = {}
  runs.add(run)
  return () => void runs.delete(run)
}

/** Whether a run of tests stands in the place of what is at an address. */
export function isStoodInFor(url: string): boolean {
  const isRun = ((globalThis as { [RUNS]?: Set<object> })[RUNS]?.size ?? 0) > 0
  return isRun && !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}
