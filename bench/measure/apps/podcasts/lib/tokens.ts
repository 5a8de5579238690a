import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { bearer, constantTimeEqual } from 'svc/security'
import { type Account, findAccount } from './accounts.ts'

const SECRET = process.env['PODCAST_SECRET'] ?? 'podcasts-2026-7e1f94d80cb35a62-e8d0'
const key = new TextEncoder().encode(SECRET)

/** A token of a login, or of another purpose, such as a new password. */
export function sign(name: string, seconds: number | null, typ: string = 'at+jwt'): Promise<string> {
  const token = new SignJWT({}).setProtectedHeader({ alg: 'HS256', typ }).setIssuer('podcasts').setSubject(name)
  if (seconds !== null) token.setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
  return token.sign(key)
}

async function findUser(token: string): Promise<Account | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer: 'podcasts',
      typ: 'at+jwt',
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub'],
    })
    return findAccount(String(payload.sub)) ?? null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Accounts, by the token of a login. */
export const user = bearer((_request, token) => findUser(token), { name: 'User' })

export interface Uploader {
  readonly name: string
  readonly scopes: readonly string[]
}

interface Personal extends Uploader {
  readonly id: string
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly revokedAt?: number
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

class NoSuchToken extends Error {
  override readonly name = 'NoSuchToken'
}

/** Stands for a table. */
const personal: readonly Personal[] = [
  { id: 'ui4', hash: digest(process.env['AINO_UPLOAD'] ?? 'c05d19e7a2'), name: 'aino', scopes: ['upload'] },
  { id: 'uk8', hash: digest(process.env['REMY_UPLOAD'] ?? '7bf3408e61'), name: 'remy', scopes: ['read'] },
  {
    id: 'um2',
    hash: digest(process.env['EMIL_UPLOAD'] ?? 'd94a6c10f8'),
    name: 'emil',
    scopes: ['upload'],
    revokedAt: Date.parse('2026-03-01T00:00:00Z'),
  },
]

async function loadPersonal(id: string): Promise<Personal> {
  const found = await Promise.resolve(personal.find((one) => one.id === id))
  if (found === undefined) throw new NoSuchToken(id)
  return found
}

/** Tokens that were right within the last minute: uploads come in many parts. */
const recent = new Map<string, { readonly uploader: Uploader; readonly until: number }>()

/** Tokens that programs of authors have: pod_<id>_<secret>. */
async function findUploader(token: string): Promise<Uploader | null> {
  const [prefix, id = '', secret = '', more] = token.split('_')
  if (prefix !== 'pod' || more !== undefined) return null
  const place = digest(token)
  const kept = recent.get(place)
  if (kept !== undefined && kept.until > Date.now()) return kept.uploader
  try {
    const { name, scopes, hash, revokedAt } = await loadPersonal(id)
    if (revokedAt !== undefined && revokedAt <= Date.now()) return null
    if (!constantTimeEqual(hash, digest(secret))) return null
    const uploader = { name, scopes }
    recent.set(place, { uploader, until: Date.now() + 60_000 })
    return uploader
  } catch (error) {
    if (!(error instanceof NoSuchToken)) throw error
    return null
  }
}

export const uploader = bearer((_request, token) => findUploader(token), { name: 'Uploader', scheme: 'Token' })

export const mayUpload = ({ scopes }: Uploader): boolean => scopes.includes('upload')
