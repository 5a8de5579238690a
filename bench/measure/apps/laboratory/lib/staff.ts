import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Session } from 'svc'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role?: string
  }
}

export type Role = 'technician' | 'doctor' | 'courier' | 'student' | 'head'

interface Row {
  readonly name: string
  role: Role
  phone: string
  /** The last day, or nothing. */
  readonly until: string
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

// A password may be as long as this.
const normalize = (password: string): string => password.normalize('NFC').slice(0, 128)

function row(name: string, role: Role, password: string, until = ''): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, phone: '', until, salt, hash: derive(normalize(password), salt, 32) }]
}

const staff = new Map<string, Row>([
  row('tess', 'technician', process.env['TESS_PASSWORD'] ?? 'tess-pipette-tray-5'),
  row('theo', 'technician', process.env['THEO_PASSWORD'] ?? 'theo-centrifuge-hum-2'),
  row('dana', 'doctor', process.env['DANA_PASSWORD'] ?? 'dana-stethoscope-19'),
  row('kurt', 'courier', process.env['KURT_PASSWORD'] ?? 'kurt-cooling-box-81'),
  row('suki', 'student', process.env['SUKI_PASSWORD'] ?? 'suki-microscope-slide-6'),
  row('hana', 'head', process.env['HANA_PASSWORD'] ?? 'hana-white-coat-corridor-7'),
  row('otto', 'technician', process.env['OTTO_PASSWORD'] ?? randomBytes(12).toString('hex'), '2026-02-28'),
])
const stranger = row('', 'student', randomBytes(12).toString('hex'))[1]

const today = (): string => new Date().toISOString().slice(0, 10)

export const names = (): readonly string[] => [...staff.keys()]
export const find = (name: string): Row | undefined => staff.get(name)

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = staff.get(name) ?? stranger
  return timingSafeEqual(await derive(normalize(password), salt, 32), await hash)
}

/** Who a session belongs to, as of now. */
export async function loadUser({ user }: Session) {
  const found = staff.get(user.name)
  if (found === undefined) return null
  if (found.until !== '' && found.until < today()) return null
  const isSuperuser = found.role === 'head'
  return { name: found.name, role: found.role, isSuperuser }
}

const DUTIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['dana', ['release', 'night']],
  ['tess', ['night']],
  ['hana', ['release']],
])
const SHIFT: ReadonlySet<string> = new Set(['tess', 'dana', 'hana', 'theo'])

export async function hasDuty(name: string, wanted: string): Promise<boolean> {
  return DUTIES.get(name)?.includes(wanted) === true
}

export async function isOnShift(name: string): Promise<boolean> {
  return SHIFT.has(name)
}
