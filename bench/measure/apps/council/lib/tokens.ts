import { randomUUID } from 'node:crypto'
import { type AuthRequest, bearer } from 'svc/security'
import { read, sign } from './jwt.ts'
import { findPerson, type Person } from './people.ts'

export interface Caller extends Person {
  readonly sid: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const QUARTER = 15 * 60
const WEEK = 7 * 24 * 3_600

/** Logins that are over, and refresh tokens that were used; they stand for two tables. */
const ended = new Set<string>()
const used = new Set<string>()

/** Both tokens of a login. */
export function issue(sub: string, sid: string = randomUUID()): Tokens {
  const now = Math.floor(Date.now() / 1000)
  return {
    access_token: sign({ sub, sid, use: 'access', exp: now + QUARTER }),
    refresh_token: sign({ sub, sid, use: 'refresh', exp: now + WEEK }),
  }
}

export async function end(sid: string): Promise<void> {
  ended.add(sid)
}

/** The next tokens for a refresh token. One that comes back was copied: the login ends. */
export async function renew(token: string): Promise<Tokens | null> {
  const claims = read(token)
  if (claims?.use !== 'refresh') return null
  const { sub, sid } = claims
  if (ended.has(sid)) return null
  if (used.has(token)) {
    await end(sid)
    return null
  }
  used.add(token)
  return issue(sub, sid)
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const claims = read(token)
  if (claims?.use !== 'access') return null
  if (ended.has(claims.sid)) return null
  const found = await findPerson(claims.sub)
  return found === undefined ? null : { ...found, sid: claims.sid }
}

/** Everybody who has an account, by the access token of a login. */
export const person = bearer(findCaller, { name: 'Person' })
