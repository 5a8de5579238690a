import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  /** In the register of residents. */
  readonly number: string
  readonly role: string
  /** Where a clerk works; some work everywhere and nowhere. */
  readonly office: string
}

interface Row {
  readonly number: string
  readonly group: string
  readonly office: string
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(number: string, group: string, office: string, password: string): Row {
  const salt = randomBytes(16)
  return { number, group, office, salt, hash: derive(password, salt, 32) }
}

const rows = new Map<string, Row>([
  ['ada', row('r-1001', 'residents', '', process.env['ADA_PASSWORD'] ?? 'ada-garden-shed-17')],
  ['bram', row('r-1002', 'residents', '', process.env['BRAM_PASSWORD'] ?? 'bram-dormer-roof-4')],
  ['yara', row('r-1003', 'fire-brigade', '', process.env['YARA_PASSWORD'] ?? 'yara-ladder-truck-9')],
  ['wanda', row('r-2001', 'permits', 'west', process.env['WANDA_PASSWORD'] ?? 'wanda-stamp-ink-63')],
  ['quinn', row('r-2002', 'permits', '', process.env['QUINN_PASSWORD'] ?? 'quinn-bicycle-rounds-5')],
  ['otis', row('r-3001', 'audit', '', process.env['OTIS_PASSWORD'] ?? 'otis-red-pencil-88')],
])
const stranger = row('', '', '', randomBytes(12).toString('hex'))

const ROLES: ReadonlyMap<string, string> = new Map([
  ['residents', 'citizen'],
  ['permits', 'clerk'],
  ['audit', 'auditor'],
])

export async function findPerson(name: string): Promise<Person | undefined> {
  const found = rows.get(name)
  if (found === undefined) return undefined
  const role = ROLES.get(found.group) ?? 'citizen'
  return { name, number: found.number, role, office: found.office }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
