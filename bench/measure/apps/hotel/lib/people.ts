import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  readonly role: string
  readonly phone: string
}

interface Row {
  name: string
  role: string
  phone: string
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, phone: '', salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row('ida', 'guest', process.env['IDA_PASSWORD'] ?? 'ida-balcony-pearl-14'),
  row('nils', 'guest', process.env['NILS_PASSWORD'] ?? 'nils-breakfast-oak-27'),
  row('agnes', 'agent', process.env['AGNES_PASSWORD'] ?? 'agnes-brochure-teal-5'),
  row('dora', 'desk', process.env['DORA_PASSWORD'] ?? 'dora-lobby-brass-63'),
  row('mona', 'manager', process.env['MONA_PASSWORD'] ?? 'mona-ledger-walnut-80'),
])
const stranger = row('', '', randomBytes(12).toString('hex'))[1]

export async function findPerson(name: string): Promise<Person | undefined> {
  const found = rows.get(name)
  return found === undefined ? undefined : { name: found.name, role: found.role, phone: found.phone }
}

/** Writes what a person may change of the own profile. */
export function changePerson(name: string, change: { readonly phone: string }): void {
  const found = rows.get(name)
  if (found !== undefined) Object.assign(found, change)
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
