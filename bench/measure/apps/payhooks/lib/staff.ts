import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly id: string
  readonly merchant: string
  readonly scopes: readonly string[]
  readonly isAdmin: boolean
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(person: Person, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [person.id, { ...person, salt, hash: derive(password, salt, 32) }]
}

const people = new Map<string, Row>([
  row(
    { id: 'rosa', merchant: 'bakery', scopes: ['payments:read', 'refunds:write'], isAdmin: false },
    process.env['ROSA_PASSWORD'] ?? 'rosa-oven-mitt-23',
  ),
  row(
    { id: 'finn', merchant: 'florist', scopes: ['payments:read', 'payouts:read'], isAdmin: false },
    process.env['FINN_PASSWORD'] ?? 'finn-tulip-bulb-8',
  ),
  row(
    { id: 'anja', merchant: 'office', scopes: ['payments:read'], isAdmin: true },
    process.env['ANJA_PASSWORD'] ?? 'anja-ledger-ink-51',
  ),
])
const stranger = row({ id: '', merchant: '', scopes: [], isAdmin: false }, randomBytes(12).toString('hex'))[1]

export async function findPerson(id: string): Promise<Person | undefined> {
  return people.get(id)
}

export async function checkPassword(id: string, password: string): Promise<Person | null> {
  const found = people.get(id) ?? stranger
  const given = await derive(password, found.salt, 32)
  if (!timingSafeEqual(given, await found.hash)) return null
  return found === stranger ? null : found
}
