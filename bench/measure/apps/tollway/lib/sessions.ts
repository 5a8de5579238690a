import { createHash, randomBytes } from 'node:crypto'
import { type AuthRequest, HttpBearer } from 'svc/security'
import { findPerson, type Person } from './people.ts'

export interface Driver extends Person {
  readonly login: string
}

interface Entry {
  readonly name: string
  readonly login: string
  /** Milliseconds. */
  readonly until: number
}

/** A token that was good, and is over. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver'
}

const QUARTER = 15 * 60_000
const WEEK = 7 * 24 * 3_600_000

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** By the hashes of tokens; both stand for a table. */
const accesses = new Map<string, Entry>()
const refreshes = new Map<string, Entry>()

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

export function issue(name: string, login: string = randomBytes(8).toString('hex')): Tokens {
  const access = `ta_${randomBytes(24).toString('base64url')}`
  const refresh = `tr_${randomBytes(24).toString('base64url')}`
  accesses.set(hash(access), { name, login, until: Date.now() + QUARTER })
  refreshes.set(hash(refresh), { name, login, until: Date.now() + WEEK })
  return { access_token: access, refresh_token: refresh }
}

/** The next tokens, once for each refresh token. */
export function renew(token: string): Tokens | null {
  const key = hash(token)
  const entry = refreshes.get(key)
  if (entry === undefined || entry.until < Date.now()) return null
  refreshes.delete(key)
  return issue(entry.name, entry.login)
}

/** Ends a login with all its tokens. */
export function end(login: string): void {
  for (const table of [accesses, refreshes]) {
    for (const [key, entry] of table) if (entry.login === login) table.delete(key)
  }
}

class DriverAuth extends HttpBearer {
  override readonly name = 'Driver'

  authenticate(_request: AuthRequest, token: string): Driver | null {
    const entry = accesses.get(hash(token))
    if (entry === undefined) return null
    if (entry.until < Date.now()) throw new SessionOver()
    const found = findPerson(entry.name)
    return found === undefined ? null : { ...found, login: entry.login }
  }
}

export const driver = new DriverAuth()
