/** Registered, so that copies of this module agree. */
const SIGNED = Symbol.for('svc.signed-audiences')

type World = { [SIGNED]?: Map<string, string> }

/** Notes for which audience this process signs tokens of an issuer (RFC 7519 section 4.1.3); the first of several counts. */
export function noteSigned(issuer: string, audience: string): void {
  const signed = ((globalThis as World)[SIGNED] ??= new Map<string, string>())
  if (!signed.has(issuer)) signed.set(issuer, audience)
}

/** The audience of the tokens that this process signs as an issuer; `undefined` where it signs none. */
export function audienceSignedBy(issuer: string): string | undefined {
  return (globalThis as World)[SIGNED]?.get(issuer)
}
