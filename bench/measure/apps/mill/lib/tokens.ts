import { createHash, randomBytes } from 'node:crypto'
import { bearer } from 'svc/security'
import { type Account, findAccount } from './accounts.ts'

interface Login {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly end: number
}

const LIFETIME = 12 * 3_600_000
const digest = (token: string): string => createHash('sha256').update(token).digest('hex')

/** By the digest of the token. */
const logins = new Map<string, Login>()

export function issue(name: string, lifetime = LIFETIME): string {
  const token = `mill_${randomBytes(24).toString('base64url')}`
  logins.set(digest(token), { name, end: Date.now() + lifetime })
  return token
}

export const endToken = (token: string): boolean => logins.delete(digest(token))

export interface Caller extends Account {
  readonly token: string
}

/** The account of a token as of now. */
export const account = bearer(
  (_request, token): Caller | null => {
    const login = logins.get(digest(token))
    if (login === undefined || login.end <= Date.now()) return null
    const found = findAccount(login.name)
    return found && { ...found, token }
  },
  { name: 'Account' },
)
