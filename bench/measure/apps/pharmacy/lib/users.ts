import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface User {
  readonly name: string
  readonly role: string
}

interface Row extends User {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  readonly hasLeft: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, password: string, hasLeft = false): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, salt, hash: derive(password, salt, 32), hasLeft }]
}

const rows = new Map<string, Row>([
  row('ada', 'pharmacist', process.env['ADA_PASSWORD'] ?? 'ada-balm-orchid-18'),
  row('bob', 'assistant', process.env['BOB_PASSWORD'] ?? 'bob-syrup-linden-42'),
  row('cleo', 'customer', process.env['CLEO_PASSWORD'] ?? 'cleo-mint-harbor-77'),
  row('dora', 'customer', process.env['DORA_PASSWORD'] ?? 'dora-sage-velvet-29'),
  row('egon', 'pharmacist', process.env['EGON_PASSWORD'] ?? 'egon-resin-copper-53', true),
])
const stranger = row('', '', randomBytes(12).toString('hex'))[1]

/** A user who is still here. */
export async function findUser(name: string): Promise<User | undefined> {
  const found = rows.get(name)
  return found === undefined || found.hasLeft ? undefined : { name, role: found.role }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
