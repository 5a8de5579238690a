import { createHash, randomBytes } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { type AuthRequest, HttpBearer } from 'svc/security'
import { findByEmail, findPerson, type Person } from './people.ts'

export interface Caller {
  readonly name: string
  readonly role: Person['role']
  readonly scopes: readonly string[]
  /** The digest of the token of this request. */
  readonly token: string
}

interface Kept {
  readonly kind: 'link' | 'access'
  readonly name: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970. */
  readonly until: number
}

const MINUTE = 60_000

/** Secrets are kept as digests: links of letters, and tokens. */
const kept = new Map<string, Kept>()

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

function keep(secret: string, entry: Kept): string {
  kept.set(digest(secret), entry)
  return secret
}

function find(secret: string): Kept | undefined {
  const found = kept.get(digest(secret))
  return found === undefined || found.until <= Date.now() ? undefined : found
}

/** Makes the link of a letter; stands for the letter too, in the tests. */
export function makeLink(email: string): string | undefined {
  const person = findByEmail(email)
  if (person === undefined) return undefined
  const until = Date.now() + 15 * MINUTE
  return keep(randomBytes(24).toString('base64url'), { kind: 'link', name: person.name, scopes: [], until })
}

/** A token for the link of a letter, once. */
export function redeem(secret: string): string {
  const found = find(secret)
  if (found?.kind !== 'link') throw new AuthenticationError('This link is over')
  kept.delete(digest(secret))
  return issue(found.name, findPerson(found.name)?.scopes ?? [])
}

export function issue(name: string, scopes: readonly string[], minutes = 8 * 60): string {
  const until = Date.now() + minutes * MINUTE
  return keep(`bnd_${randomBytes(24).toString('base64url')}`, { kind: 'access', name, scopes, until })
}

export function end(token: string): void {
  kept.delete(token)
}

class AccessToken extends HttpBearer {
  override readonly name = 'Access'

  authenticate(_request: AuthRequest, secret: string): Caller | null {
    const found = find(secret)
    if (found?.kind !== 'access') return null
    const person = findPerson(found.name)
    if (person === undefined) return null
    return { name: person.name, role: person.role, scopes: found.scopes, token: digest(secret) }
  }
}

export const access = new AccessToken()
