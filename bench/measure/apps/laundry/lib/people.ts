import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: string
  }
}

export interface Person {
  readonly name: string
  readonly role: string
}

interface Row extends Person {
  readonly salt: Buffer
  hash: Promise<Buffer>
  /** Milliseconds; sessions that are older ended with the password. */
  changedAt: number
  isClosed: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, password: string, isClosed: boolean = false): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, salt, hash: derive(password, salt, 32), changedAt: 0, isClosed }]
}

const rows = new Map<string, Row>([
  row('clara', 'customer', process.env['CLARA_PASSWORD'] ?? 'clara-linen-window-17'),
  row('dirk', 'customer', process.env['DIRK_PASSWORD'] ?? 'dirk-collar-button-62'),
  row('udo', 'customer', process.env['UDO_PASSWORD'] ?? 'udo-sock-drawer-33', true),
  row('ilka', 'presser-trainee', process.env['ILKA_PASSWORD'] ?? 'ilka-starch-first-05'),
  row('petra', 'presser', process.env['PETRA_PASSWORD'] ?? 'petra-iron-steam-88'),
  row('fritz', 'foreman', process.env['FRITZ_PASSWORD'] ?? 'fritz-drum-schedule-41'),
  row('rosa', 'proprietor', process.env['ROSA_PASSWORD'] ?? 'rosa-ledger-lavender-29'),
])
const stranger = row('', '', randomBytes(12).toString('hex'))[1]

/** People with an account that goes on. */
function findOpen(name: string): Row | undefined {
  const found = rows.get(name)
  return found === undefined || found.isClosed ? undefined : found
}

export async function logIn(name: string, password: string): Promise<Person | null> {
  const found = findOpen(name)
  const { salt, hash } = found ?? stranger
  const isRight = timingSafeEqual(await derive(password, salt, 32), await hash)
  return found === undefined || !isRight ? null : toUser(found)
}

/** A new password ends the sessions of the one before. */
export function changePassword(name: string, password: string): void {
  const found = rows.get(name)
  if (found === undefined) return
  found.hash = derive(password, found.salt, 32)
  found.changedAt = Date.now()
}

export function closeAccount(name: string): void {
  const found = rows.get(name)
  if (found !== undefined) found.isClosed = true
}

function toUser({ name, role }: Person) {
  return { name, role, isSuperuser: role === 'proprietor' }
}

/** The user of a session as of now: roles change, and accounts are closed. */
export function loadUser({ user, issuedAt }: { readonly user: Person; readonly issuedAt: number }) {
  const found = findOpen(user.name)
  if (found === undefined) return null
  if (issuedAt < found.changedAt) return null
  return toUser(found)
}
