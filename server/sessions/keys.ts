import { hkdfSync, randomBytes } from 'node:crypto'
import { LoadError, type SourcePosition } from '../base/errors.ts'

/** The keys that seal and open the sessions of one secret. Encryption and integrity never share a key. */
export interface SessionKey {
  /** Names the key inside a seal; says nothing of the secret. */
  readonly id: string
  /** 32 bytes. */
  readonly encryption: Uint8Array
  /** 32 bytes. */
  readonly integrity: Uint8Array
}

/** The keys of an application: the first secret seals, all of them open. */
export interface SessionKeys {
  readonly newest: SessionKey
  /** Newest first. */
  readonly all: readonly SessionKey[]
  /** A map, since key ids come from the wire and an object would also find `constructor`. */
  readonly byId: ReadonlyMap<string, SessionKey>
}

/** Characters that a secret needs at least. */
export const MIN_SECRET_LENGTH = 32

/** Derives the key of a secret with HKDF-SHA256 (RFC 5869). */
export function deriveSessionKey(secret: string): SessionKey {
  const derive = (purpose: string, length: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, 'svc.session', purpose, length))
  return {
    id: Buffer.from(derive('id', 6)).toString('hex'),
    encryption: derive('encryption', 32),
    integrity: derive('integrity', 32),
  }
}

function ringOf(keys: readonly SessionKey[]): SessionKeys {
  return { newest: keys[0] as SessionKey, all: keys, byId: new Map(keys.map((key) => [key.id, key])) }
}

/** Keys for seals of another purpose: derived from those of sessions, so that neither opens the other's. */
export function deriveKeysFor(purpose: string, { all }: SessionKeys): SessionKeys {
  const keys = all.map(({ id, encryption, integrity }) => {
    const derive = (key: Uint8Array): Uint8Array => new Uint8Array(hkdfSync('sha256', key, 'svc.seal', purpose, 32))
    return { id, encryption: derive(encryption), integrity: derive(integrity) }
  })
  return ringOf(keys)
}

/**
 * Derives the keys of secrets, newest first.
 *
 * @throws {@link LoadError} for a secret that is too short, and if there is no secret.
 */
export function deriveSessionKeys(secrets: readonly string[]): SessionKeys {
  if (!Array.isArray(secrets) || secrets.length === 0) throw missingSecret()
  const keys = secrets.map((secret, index) => {
    if (typeof secret === 'string' && secret.length >= MIN_SECRET_LENGTH) return deriveSessionKey(secret)
    throw new LoadError(
      'SVC_SESSION_SECRET_SHORT',
      `Session secret ${index + 1} of ${secrets.length} is shorter than ${MIN_SECRET_LENGTH} characters. ${REMEDY}`,
    )
  })
  return ringOf(keys)
}

/**
 * The secrets of the environment, newest first; empty if there are no secrets.
 *
 * @param ephemeral whether a random one may stand in, so that sessions end with the process
 */
export function findSecrets(ephemeral: boolean): readonly string[] {
  const variable = process.env['SVC_SESSION_SECRET']
  if (variable) return variable.split(',').map((secret) => secret.trim())
  return ephemeral ? [randomBytes(32).toString('base64url')] : []
}

/** The error for an application that uses sessions and has no secret. */
export function missingSecret(source?: SourcePosition): LoadError {
  return new LoadError(
    'SVC_SESSION_SECRET_MISSING',
    `Sessions are used, but there is no secret for them. ${REMEDY}`,
    source,
  )
}

const REMEDY = `Set SVC_SESSION_SECRET to ${MIN_SECRET_LENGTH} random characters or more, such as \`openssl rand -base64 32\` prints.`
