import { createHash, randomBytes } from 'node:crypto'
import { type AuthRequest, bearer, constantTimeEqual } from 'svc/security'
import { findHolder, type Holder } from './holders.ts'

export interface Caller extends Holder {
  readonly selector: string
}

interface Session {
  readonly name: string
  readonly hash: string
  until: number
}

const HALF_HOUR = 1_800
const now = (): number => Math.floor(Date.now() / 1_000)
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Sessions of the app by the first part of their tokens, instead of a table. Of the second a hash is kept. */
const sessions = new Map<string, Session>()

/** A token: sp_<selector>_<validator>. */
export function issue(name: string, seconds: number = HALF_HOUR): string {
  const [selector, validator] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')]
  sessions.set(selector, { name, hash: hash(validator), until: now() + seconds })
  return `sp_${selector}_${validator}`
}

export function end(selector: string): void {
  sessions.delete(selector)
}

function readToken(_request: AuthRequest, token: string): Caller | null {
  const [prefix, selector = '', validator = '', more] = token.split('_')
  if (prefix !== 'sp' || more !== undefined) return null
  const found = sessions.get(selector)
  if (found === undefined) return null
  if (!constantTimeEqual(found.hash, hash(validator))) return null
  if (found.until <= now()) return null
  const known = findHolder(found.name)
  return known === undefined ? null : { ...known, selector }
}

/** Holders of passes, in the app. */
export const holder = bearer(readToken, { name: 'Holder', scheme: 'Token' })
