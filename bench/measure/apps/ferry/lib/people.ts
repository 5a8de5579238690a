import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  readonly rank: string
  /** Of a crew. */
  readonly ship: string
}

interface Row extends Person {
  readonly isBlocked: boolean
  /** One more with each change of the password. */
  readonly version: number
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(person: Person, version: number, password: string, isBlocked = false): [string, Row] {
  const salt = randomBytes(16)
  return [person.name, { ...person, version, isBlocked, salt, hash: derive(password, salt, 32) }]
}

const people = new Map<string, Row>([
  row({ name: 'ida', rank: 'passenger', ship: '' }, 3, process.env['IDA_PASSWORD'] ?? 'ida-seasick-ginger-8'),
  row({ name: 'olaf', rank: 'passenger', ship: '' }, 1, process.env['OLAF_PASSWORD'] ?? 'olaf-deck-chair-52'),
  // Was of the crew of the Tern until spring.
  row({ name: 'frida', rank: 'passenger', ship: '' }, 2, process.env['FRIDA_PASSWORD'] ?? 'frida-knot-bowline-7'),
  row({ name: 'berit', rank: 'crew', ship: 'tern' }, 1, process.env['BERIT_PASSWORD'] ?? 'berit-anchor-chain-40'),
  row({ name: 'sven', rank: 'crew', ship: 'gannet' }, 1, process.env['SVEN_PASSWORD'] ?? 'sven-engine-oil-19'),
  row({ name: 'nils', rank: 'harbour', ship: '' }, 5, process.env['NILS_PASSWORD'] ?? 'nils-lighthouse-lamp-3'),
  row({ name: 'gustav', rank: 'passenger', ship: '' }, 1, randomBytes(12).toString('hex'), true),
])
const stranger = row({ name: '', rank: '', ship: '' }, 0, randomBytes(12).toString('hex'))[1]

export async function findPerson(name: string): Promise<Row | undefined> {
  return people.get(name)
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = people.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
