import { randomBytes, randomUUID } from 'node:crypto'
import { type AuthRequest, bearer } from 'svc/security'
import { findPerson, type Person } from './people.ts'

export class TokenOver extends Error {
  override readonly name = 'TokenOver'
}

interface Row {
  readonly person: string
  readonly login: string
  readonly kind: 'access' | 'refresh'
  /** As the database writes it: ISO 8601, UTC. */
  readonly until: string
  readonly isUsed: boolean
}

export interface Driver extends Person {
  readonly login: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const HALF_HOUR = 30 * 60_000
const FORTNIGHT = 14 * 24 * 3_600_000

/** Stands for a table. */
const rows = new Map<string, Row>()

function add(row: Omit<Row, 'isUsed'>): string {
  const token = randomBytes(24).toString('base64url')
  rows.set(token, { ...row, isUsed: false })
  return token
}

const inTime = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

/** Both tokens of a login, the first for so many milliseconds. */
export function issue(person: string, login: string = randomUUID(), lifetime: number = HALF_HOUR): Tokens {
  return {
    access_token: add({ person, login, kind: 'access', until: inTime(lifetime) }),
    refresh_token: add({ person, login, kind: 'refresh', until: inTime(FORTNIGHT) }),
  }
}

export async function endLogin(login: string): Promise<void> {
  for (const [token, row] of rows) {
    if (row.login === login) rows.delete(token)
  }
}

/** Ends what a token belongs to, as RFC 7009 has it: no answer says whether there was any. */
export async function revoke(token: string): Promise<void> {
  const row = rows.get(token)
  if (row === undefined) return
  await endLogin(row.login)
}

export async function renew(token: string): Promise<Tokens | null> {
  const row = rows.get(token)
  if (row === undefined) return null
  if (row.kind !== 'refresh') return null
  if (row.until < inTime(0)) return null
  if (row.isUsed) {
    await endLogin(row.login)
    return null
  }
  const changed = { ...row, isUsed: true }
  rows.set(token, changed)
  return issue(row.person, row.login)
}

async function findDriver(_request: AuthRequest, token: string): Promise<Driver | null> {
  const row = rows.get(token)
  if (row?.kind !== 'access') return null
  const now = new Date().toISOString()
  if (row.until < now) throw new TokenOver()
  const person = await findPerson(row.person)
  if (person === undefined) return null
  return { name: person.name, roles: person.roles, login: row.login }
}

/** Drivers and dispatchers. */
export const driver = bearer(findDriver, { name: 'Driver' })
