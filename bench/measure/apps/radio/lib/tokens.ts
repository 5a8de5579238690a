import { randomUUID } from 'node:crypto'
import { type AuthRequest, bearer } from 'svc/security'
import { findPerson, type Person } from './people.ts'

interface Row {
  readonly person: string
  readonly login: string
  readonly kind: 'access' | 'refresh'
  /** Milliseconds since 1970. */
  readonly until: number
  isUsed: boolean
}

export interface Caller extends Person {
  readonly login: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const QUARTER = 15 * 60_000
const MONTH = 30 * 24 * 3_600_000

/** Stands for a table. */
const rows = new Map<string, Row>()

function add(row: Omit<Row, 'isUsed'>): string {
  const token = randomUUID()
  rows.set(token, { ...row, isUsed: false })
  return token
}

/** Both tokens of a login, for so many milliseconds. */
export function issue(person: string, login: string = randomUUID(), lifetime: number = QUARTER): Tokens {
  const now = Date.now()
  return {
    access_token: add({ person, login, kind: 'access', until: now + lifetime }),
    refresh_token: add({ person, login, kind: 'refresh', until: now + MONTH }),
  }
}

/** Ends a login: none of its tokens is good any more. */
export async function end(login: string): Promise<void> {
  for (const [token, row] of rows) {
    if (row.login === login) rows.delete(token)
  }
}

/** The next tokens for a refresh token. The second use of one means that it was stolen, and ends the login. */
export async function renew(token: string): Promise<Tokens | null> {
  const row = rows.get(token)
  if (row === undefined || row.kind !== 'refresh' || row.until < Date.now()) return null
  if (row.isUsed) {
    await end(row.login)
    return null
  }
  row.isUsed = true
  return issue(row.person, row.login)
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const row = rows.get(token)
  if (row === undefined) return null
  if (row.kind !== 'access') return null
  if (row.until <= Date.now()) return null
  const person = await findPerson(row.person)
  if (person === undefined) return null
  const { name, role, studio } = person
  return { name, role, studio, login: row.login }
}

/** People, by the access token of a login. */
export const user = bearer(findCaller, { name: 'User' })
