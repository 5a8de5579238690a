import { createHash, randomUUID } from 'node:crypto'
import { type AuthRequest, bearer } from 'svc/security'
import { findUser, type User } from './users.ts'

export interface Caller extends User {
  readonly login: string
}

/** Thrown where a token was good once: the app shows another text then. */
export class TokenOver extends Error {
  override readonly name = 'TokenOver'
}

interface Stored {
  readonly name: string
  readonly login: string
  readonly use: 'access' | 'refresh'
  /** Milliseconds. */
  readonly until: number
}

const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR

/** By the digest of the token: a table. */
const stored = new Map<string, Stored>()

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

function store(row: Stored): string {
  const token = randomUUID()
  stored.set(digestOf(token), row)
  return token
}

/** Both tokens of a login. */
export function issue(name: string, login: string = randomUUID(), from: number = Date.now()) {
  return {
    access_token: store({ name, login, use: 'access', until: from + HOUR }),
    refresh_token: store({ name, login, use: 'refresh', until: from + MONTH }),
  }
}

/** Ends a login with all of its tokens. */
export function end(login: string): void {
  for (const [digest, row] of stored) if (row.login === login) stored.delete(digest)
}

/** The next tokens for a refresh token, once. */
export async function renew(token: string): Promise<ReturnType<typeof issue> | null> {
  const digest = digestOf(token)
  const row = stored.get(digest)
  if (row === undefined || row.use !== 'refresh') return null
  stored.delete(digest)
  if (row.until < Date.now()) return null
  return (await findUser(row.name)) === undefined ? null : issue(row.name, row.login)
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const row = stored.get(digestOf(token))
  if (row === undefined || row.use !== 'access') return null
  if (row.until < Date.now()) throw new TokenOver()
  const found = await findUser(row.name)
  return found === undefined ? null : { ...found, login: row.login }
}

/** People, by the access token of a login. */
export const user = bearer(findCaller, { name: 'User' })
