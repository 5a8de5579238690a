import type { Fault } from '../auth/refusal/fault.ts'

/** The claims of a token (RFC 7519 section 4). Frozen: one object may serve many requests. */
export interface TokenClaims {
  readonly iss: string
  readonly exp: number
  readonly sub?: string
  readonly aud?: string | readonly string[]
  readonly nbf?: number
  readonly iat?: number
  readonly jti?: string
  /** Scopes with blanks between (RFC 9068 section 2.2.3). */
  readonly scope?: string
  readonly client_id?: string
  readonly [claim: string]: unknown
}

/** The rules that claims are judged by. */
export interface ClaimRules {
  readonly issuer: string
  /** Any of them is enough; `null`: not looked at. */
  readonly audience: readonly string[] | null
  /** In lower case and without `application/`; absent: `jwt`, `at+jwt` or none. */
  readonly typ: string | undefined
  /** Seconds by which clocks may differ. */
  readonly clockTolerance: number
}

/** The types of tokens that pass where the option `typ` says nothing. */
const USUAL_TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt'])

/** The fault of a header's `typ` (RFC 7515 section 4.1.9). */
export function findTypeFault(typ: unknown, rules: ClaimRules): Fault | undefined {
  const wrong: Fault = { fault: 'token-type' }
  if (typ === undefined) return rules.typ === undefined ? undefined : wrong
  if (typeof typ !== 'string') return wrong
  const type = normalizeType(typ)
  const isRight = rules.typ === undefined ? USUAL_TYPES.has(type) : type === rules.typ
  return isRight ? undefined : wrong
}

/** Types are the same in any case, and `application/` may be left out. */
export function normalizeType(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '')
}

/** The fault of claims that does not depend on the time; `undefined` for {@link TokenClaims} by the rules. */
export function findClaimsFault(claims: unknown, rules: ClaimRules): Fault | undefined {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return { fault: 'token-claims' }
  const { iss, exp, nbf, iat, aud } = claims as Record<string, unknown>
  if (iss !== rules.issuer) return { fault: 'token-issuer' }
  if (exp === undefined) return { fault: 'token-endless' }
  if (![exp, nbf ?? 0, iat ?? 0].every(Number.isFinite)) return { fault: 'token-claims' }
  if (saysWhoLoggedIn(claims)) return { fault: 'token-for-client' }
  return isFor(aud, rules.audience) ? undefined : { fault: 'token-audience' }
}

/**
 * Whether a token says who logged in: an ID token, which is for the client that asked for it (OpenID Connect Core 1.0
 * section 2). `token_use` is Cognito's word for it, the claim `typ` Keycloak's.
 */
function saysWhoLoggedIn(claims: object): boolean {
  const { nonce, at_hash: hash, c_hash: codeHash, token_use: use, typ } = claims as Record<string, unknown>
  return nonce !== undefined || hash !== undefined || codeHash !== undefined || use === 'id' || typ === 'ID'
}

function isFor(aud: unknown, audience: readonly string[] | null): boolean {
  if (audience === null) return true
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  return named.every((name) => typeof name === 'string') && named.some((name) => audience.includes(name))
}

/** The fault of claims at a time, in seconds since 1970. Judged for every request. */
export function findTimeFault({ exp, nbf, iat }: TokenClaims, tolerance: number, now: number): Fault | undefined {
  if (exp <= now - tolerance) return { fault: 'token-expired', seconds: Math.max(0, Math.round(now - exp)) }
  const begin = Math.max(nbf ?? 0, iat ?? 0)
  return begin > now + tolerance ? { fault: 'token-early', seconds: Math.round(begin - now) } : undefined
}
