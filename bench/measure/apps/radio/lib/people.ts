import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  readonly role: string
  readonly studio: string
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, studio: string, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, studio, salt, hash: derive(password, salt, 32) }]
}

const people = new Map<string, Row>([
  row('gwen', 'listener', '', process.env['GWEN_PASSWORD'] ?? 'gwen-kettle-dial-2'),
  row('hugo', 'host', 'a', process.env['HUGO_PASSWORD'] ?? 'hugo-vinyl-crate-64'),
  row('pia', 'host', 'b', process.env['PIA_PASSWORD'] ?? 'pia-jingle-tape-37'),
  row('carl', 'producer', 'a', process.env['CARL_PASSWORD'] ?? 'carl-antenna-hill-5'),
  row('zoe', 'admin', 'a', process.env['ZOE_PASSWORD'] ?? 'zoe-fader-cobalt-81'),
])
const stranger = row('', '', '', randomBytes(12).toString('hex'))[1]

export const names = (): readonly string[] => [...people.keys()]

export async function findPerson(name: string): Promise<Person | undefined> {
  return people.get(name)
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = people.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
