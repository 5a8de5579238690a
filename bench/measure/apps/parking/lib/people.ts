import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  readonly role: string
  readonly zone: string
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  readonly isActive: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, zone: string, password: string, isActive = true): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, zone, salt, hash: derive(password, salt, 32), isActive }]
}

const rows = new Map<string, Row>([
  row('olaf', 'resident', 'north', process.env['OLAF_PASSWORD'] ?? 'olaf-ramp-cherry-14'),
  row('pia', 'resident', 'south', process.env['PIA_PASSWORD'] ?? 'pia-kerb-almond-27'),
  row('quinn', 'visitor', 'north', process.env['QUINN_PASSWORD'] ?? 'quinn-toll-ginger-33'),
  row('wanda', 'warden', 'north', process.env['WANDA_PASSWORD'] ?? 'wanda-meter-indigo-58'),
  row('mona', 'manager', 'south', process.env['MONA_PASSWORD'] ?? 'mona-level-maple-92'),
  row('rolf', 'warden', 'south', process.env['ROLF_PASSWORD'] ?? 'rolf-clamp-barley-61', false),
])
const stranger = row('', '', '', randomBytes(12).toString('hex'))[1]

/** A person who is still here. */
export async function findPerson(name: string): Promise<Person | undefined> {
  const found = rows.get(name)
  return found?.isActive === true ? { name, role: found.role, zone: found.zone } : undefined
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
