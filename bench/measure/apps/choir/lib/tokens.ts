import { createHash, randomBytes, randomUUID } from 'node:crypto'

export class TokenOver extends Error {
  override readonly name = 'TokenOver'
}

/** A token, as a table holds it: by its digest. */
interface Row {
  readonly name: string
  readonly login: string
  /** Milliseconds since 1970. */
  readonly until: number
  isUsed: boolean
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const MINUTE = 60_000
const access = new Map<string, Row>()
const refresh = new Map<string, Row>()

const digest = (token: string): string => createHash('sha256').update(token).digest('hex')

function make(table: Map<string, Row>, name: string, login: string, lifetime: number): string {
  const token = randomBytes(24).toString('base64url')
  table.set(digest(token), { name, login, until: Date.now() + lifetime, isUsed: false })
  return token
}

/** Both tokens; of a new login, if none is named. */
export function issue(name: string, login: string = randomUUID()): Tokens {
  return {
    access_token: make(access, name, login, 20 * MINUTE),
    refresh_token: make(refresh, name, login, 30 * 24 * 60 * MINUTE),
  }
}

/** The row of an access token that is valid now. */
export function find(token: string): Pick<Row, 'name' | 'login'> | undefined {
  const kept = access.get(digest(token))
  return kept !== undefined && kept.until > Date.now() ? kept : undefined
}

/** Ends a login, with all of its tokens. */
export function end(login: string): void {
  for (const table of [access, refresh]) {
    for (const [key, row] of table) if (row.login === login) table.delete(key)
  }
}

/** The next tokens of a login. A token that comes twice was copied: the login ends. */
export function renew(token: string): Tokens {
  const row = refresh.get(digest(token))
  if (row === undefined || row.until <= Date.now()) throw new TokenOver()
  if (row.isUsed) {
    end(row.login)
    throw new TokenOver()
  }
  row.isUsed = true
  return issue(row.name, row.login)
}
