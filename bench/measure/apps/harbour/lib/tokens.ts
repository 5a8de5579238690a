import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type AuthRequest, HttpBearer } from 'svc/security'
import { findPerson, type Person } from './people.ts'

export interface Caller extends Person {
  readonly login: string
}

interface Grant {
  readonly kind: 'access' | 'refresh'
  readonly name: string
  readonly login: string
  until: number
  readonly isUsed: boolean
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const ACCESS = 900
const REFRESH = 12 * 3_600

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Tokens by their hash, and the logins that go on: both stand for tables. */
const grants = new Map<string, Grant>()
const logins = new Set<string>()

function grant(kind: Grant['kind'], name: string, login: string, seconds: number): string {
  const token = randomBytes(32).toString('base64url')
  grants.set(hash(token), { kind, name, login, until: now() + seconds, isUsed: false })
  return token
}

/** Both tokens of a login. */
export function issue(name: string, login: string = randomUUID(), seconds: number = ACCESS): Tokens {
  logins.add(login)
  return {
    access_token: grant('access', name, login, seconds),
    refresh_token: grant('refresh', name, login, REFRESH),
  }
}

export function end(login: string): void {
  logins.delete(login)
}

/** The next tokens for a refresh token, once. A second use means that it was copied, and ends the login. */
export function renew(token: string): Tokens | null {
  const found = grants.get(hash(token))
  if (found === undefined || found.kind !== 'refresh') return null
  if (found.until < now() || !logins.has(found.login)) return null
  if (found.isUsed) {
    end(found.login)
    return null
  }
  grants.set(hash(token), { ...found, isUsed: true })
  return issue(found.name, found.login)
}

/** Agents of the lines and people of the port. */
class PersonToken extends HttpBearer {
  override readonly name = 'Person'

  authenticate(_request: AuthRequest, token: string): Caller | null {
    const found = grants.get(hash(token))
    if (found === undefined || found.kind !== 'access') return null
    if (found.until < now()) return null
    if (!logins.has(found.login)) return null
    const who = findPerson(found.name)
    return who === undefined ? null : { ...who, login: found.login }
  }
}

export const person = new PersonToken()
