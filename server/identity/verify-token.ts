import { compactVerify, errors } from 'jose'
import type { Fault } from '../auth/refusal/fault.ts'
import { type ClaimRules, findClaimsFault, findTypeFault, type TokenClaims } from './claims.ts'
import { candidatesOf, type KeySet, type KeySource, type VerificationKey } from './keys.ts'

/** A token whose signature and claims are right, but for the time; or why it is not one. */
export type Verified =
  | { readonly claims: TokenClaims; readonly set: KeySet }
  | { readonly fault: Fault; readonly isGenuine: boolean }

/** The demands on a token. */
export interface TokenRules extends ClaimRules {
  /** Never `none`: what the header says is compared with these. */
  readonly algorithms: readonly string[]
}

interface Header {
  readonly alg: string
  readonly kid: string | undefined
  readonly typ: unknown
}

/** Characters. What a server of Node reads of all header lines is less. */
const MOST_CHARACTERS = 16_384
const THREE_PARTS = /^[\w-]+\.[\w-]+\.[\w-]+$/
const FIVE_PARTS = /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Verifies a signed token in its compact form (RFC 7515 section 7.1).
 *
 * @throws HttpError 503 where there are no keys
 */
export async function verifyToken(token: string, rules: TokenRules, source: KeySource): Promise<Verified> {
  const header = readHeader(token)
  if ('fault' in header) return refuse(header)
  if (!rules.algorithms.includes(header.alg)) return refuse({ fault: 'token-algorithm' })
  const typeFault = findTypeFault(header.typ, rules)
  if (typeFault) return refuse(typeFault)
  let set = await source.read()
  if (candidatesOf(set, header.alg, header.kid).length === 0) set = await source.renew(set)
  const candidates = candidatesOf(set, header.alg, header.kid)
  if (candidates.length === 0) return refuse({ fault: 'token-key' })
  const payload = await verifyByAny(token, candidates, header.alg)
  if (payload === undefined) return refuse({ fault: 'token-signature' })
  const claims = readClaims(payload)
  const fault = findClaimsFault(claims, rules)
  return fault ? { fault, isGenuine: true } : { claims: freeze(claims as TokenClaims), set }
}

/** One that is not right in itself: its sender may have made it. */
function refuse(fault: Fault): Verified {
  return { fault, isGenuine: false }
}

/**
 * The header of a token, before its signature is checked: it chooses among the algorithms that the rules allow, and decides nothing.
 * Extensions are refused: `crit` (RFC 7515 section 4.1.11) and `b64` (RFC 7797) change what is signed, `cty` says that
 * another token is inside.
 */
function readHeader(token: string): Header | Fault {
  if (token.length > MOST_CHARACTERS || !THREE_PARTS.test(token)) {
    return { fault: FIVE_PARTS.test(token.slice(0, MOST_CHARACTERS)) ? 'token-encrypted' : 'token-form' }
  }
  const parts = token.split('.') as [string, string, string]
  if (!parts.every(isCanonical)) return { fault: 'token-form' }
  const header = parseObject(Buffer.from(parts[0], 'base64url'))
  if (header === undefined) return { fault: 'token-form' }
  const { alg, kid, typ, crit, b64, cty, enc } = header
  if (enc !== undefined) return { fault: 'token-encrypted' }
  if (crit !== undefined || b64 !== undefined || cty !== undefined) return { fault: 'token-header' }
  if (typeof alg !== 'string' || (kid !== undefined && typeof kid !== 'string')) return { fault: 'token-header' }
  return { alg, kid, typ }
}

/** One text for each token: other last bits of a part would be another text of the same token (RFC 4648 section 3.5). */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part
}

async function verifyByAny(
  token: string,
  candidates: readonly VerificationKey[],
  algorithm: string,
): Promise<Uint8Array | undefined> {
  for (const { key } of candidates) {
    try {
      return (await compactVerify(token, key, { algorithms: [algorithm] })).payload
    } catch (error) {
      // A key that turns out not to be usable is like one that did not sign.
      if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error
    }
  }
  return undefined
}

function readClaims(payload: Uint8Array): unknown {
  return parseObject(payload)
}

/** Of members that stand twice the last counts (RFC 7519 section 4), in every reader of this process. */
function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(UTF8.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A change by one request would be read by another that sends the same token. */
function freeze<T extends object>(claims: T): T {
  const pending: object[] = [claims]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    Object.freeze(value)
    for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) pending.push(member)
  }
  return claims
}
