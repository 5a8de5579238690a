import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  readonly roles: readonly string[]
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, roles: readonly string[], password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, roles, salt, hash: derive(password, salt, 32) }]
}

const people = new Map<string, Row>([
  row('dirk', ['driver'], process.env['DIRK_PASSWORD'] ?? 'dirk-diesel-lane-14'),
  row('emma', ['driver'], process.env['EMMA_PASSWORD'] ?? 'emma-mirror-signal-70'),
  row('toni', ['driver', 'dispatcher-trainee'], process.env['TONI_PASSWORD'] ?? 'toni-headset-map-33'),
  row('vera', ['dispatcher'], process.env['VERA_PASSWORD'] ?? 'vera-switchboard-tea-9'),
])
const stranger = row('', [], randomBytes(12).toString('hex'))[1]

export async function findPerson(name: string): Promise<Person | undefined> {
  return people.get(name)
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = people.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
