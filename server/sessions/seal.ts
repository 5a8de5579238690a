import { defaults, seal, type SealOptions, unseal } from 'iron-webcrypto'
import type { SessionKey, SessionKeys } from './keys.ts'

/** Bytes of a cookie that browsers keep and of a seal that is looked at (RFC 6265 section 6.1). */
export const MAX_COOKIE_BYTES = 4_096

/** How often a seal is made again where the clock moved on within it: once in some thousands. */
const MAX_AGAIN = 10

/** An opened seal. */
export interface Unsealed {
  readonly text: string
  /** Milliseconds since 1970, from the seal's own expiry. */
  readonly expiresAt: number
}

/**
 * Seals JSON data: encrypted, then authenticated.
 *
 * @param expiresAt milliseconds since 1970
 * @param encode what makes a text of it; JSON if absent
 * @throws Error for data that JSON cannot hold without loss.
 */
export async function sealContent(
  content: unknown,
  key: SessionKey,
  expiresAt: number,
  encode?: (content: unknown) => string,
): Promise<string> {
  const sealOnce = (): Promise<string> =>
    // The library knows lifetimes only: without one it would write no expiry, and one that has ended is an error.
    seal(content, key, {
      ...OPTIONS,
      ...(encode ? { encode } : {}),
      ttl: 1,
      localtimeOffsetMsec: expiresAt - 1 - Date.now(),
    })
  let text = await sealOnce()
  // It reads the clock again, which may have moved on: a seal would then be good for longer than its revocation is kept.
  for (let again = 0; again < MAX_AGAIN && (readSealEnd(text) ?? expiresAt) !== expiresAt; again++)
    text = await sealOnce()
  return text
}

/**
 * Opens a seal. Every failure is `undefined`: which failure it was is not disclosed.
 *
 * @param now milliseconds since 1970
 */
export async function openSeal(text: string, keys: SessionKeys, now: number): Promise<Unsealed | undefined> {
  const parts = text.length <= MAX_COOKIE_BYTES ? SEAL.exec(text) : undefined
  if (!parts) return undefined
  const [, keyId = '', iv = '', encrypted = '', expiry, digest = ''] = parts
  const key = keys.byId.get(keyId)
  const expiresAt = Number(expiry)
  // Before any cryptography: what cannot be one of our seals costs nothing.
  if (!key || expiresAt <= now || ![iv, encrypted, digest].every(isCanonical)) return undefined
  try {
    const opened = await unseal(
      text,
      { [keyId]: key },
      { ...OPTIONS, localtimeOffsetMsec: now - Date.now(), decode: asIs },
    )
    return { text: opened as string, expiresAt }
  } catch {
    return undefined
  }
}

/** The end that a seal says it has, in milliseconds since 1970; nothing is known of it before {@link openSeal}. */
export function readSealEnd(text: string): number | undefined {
  const expiry = text.length <= MAX_COOKIE_BYTES ? SEAL.exec(text)?.[4] : undefined
  return expiry === undefined ? undefined : Number(expiry)
}

/** Why {@link openSeal} does not open a text; `undefined` where it does. For developers: it costs more than opening. */
export async function explainSeal(
  text: string,
  keys: SessionKeys,
  now: number,
): Promise<
  { readonly fault: 'not-a-session' | 'other-secret' | 'tampered' | 'expired'; readonly expiresAt?: number } | undefined
> {
  const parts = text.length <= MAX_COOKIE_BYTES ? SEAL.exec(text) : undefined
  if (!parts) return { fault: 'not-a-session' }
  if (!keys.byId.has(parts[1] as string)) return { fault: 'other-secret' }
  const expiresAt = Number(parts[4])
  // As of the time when it was valid: one that has expired is then distinguished from one that says so.
  if (!(await openSeal(text, keys, Math.min(now, expiresAt - 1)))) return { fault: 'tampered' }
  return expiresAt <= now ? { fault: 'expired', expiresAt } : undefined
}

/** Its minute of grace is for the time that passes while it opens a seal: {@link openSeal} has looked at the end before. */
const OPTIONS: SealOptions = defaults

/**
 * prefix * key id * (no salt) * IV * ciphertext * expiry * (no salt) * digest. Salts belong to passwords, and ours are
 * keys; an expiry is optional to the library, not to us.
 */
const SEAL = /^Fe26\.2\*([0-9a-f]{12})\*\*([\w-]{22})\*([\w-]{22,})\*([1-9]\d{12,14})\*\*([\w-]{43})$/

/**
 * Base64url has several spellings for most byte strings: padding, spare bits of the last character. The library accepts
 * them all, in the digest too, so any client could make a second text of a seal. Only the first is one.
 */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part
}

function asIs(text: string): unknown {
  return text
}
