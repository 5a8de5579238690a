import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { basic } from 'svc/security'

export interface Person {
  readonly id: string
  readonly scopes: readonly string[]
  readonly isOperator: boolean
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
    { id: 'nils', scopes: ['charge:*', 'charges:read'], isOperator: false },
    process.env['NILS_PASSWORD'] ?? 'nils-cable-amber-19',
  ),
  row(
    { id: 'vera', scopes: ['charges:read'], isOperator: false },
    process.env['VERA_PASSWORD'] ?? 'vera-socket-pine-73',
  ),
  row(
    { id: 'bodo', scopes: ['station:unlock', 'charges:read', 'charges:read-all'], isOperator: true },
    process.env['BODO_PASSWORD'] ?? 'bodo-ladder-fuse-28',
  ),
  row(
    { id: 'jill', scopes: ['charges:read'], isOperator: true },
    process.env['JILL_PASSWORD'] ?? 'jill-meter-copper-6',
  ),
])
const stranger = row({ id: '', scopes: [], isOperator: false }, randomBytes(12).toString('hex'))[1]

export async function findPerson(id: string): Promise<Person | undefined> {
  const found = people.get(id)
  return found && { id, scopes: found.scopes, isOperator: found.isOperator }
}

async function checkPassword(id: string, password: string): Promise<Person | null> {
  const found = people.get(id) ?? stranger
  const isRight = timingSafeEqual(await derive(password, found.salt, 32), await found.hash)
  if (!isRight || found === stranger) return null
  return { id, scopes: found.scopes, isOperator: found.isOperator }
}

/** Name and password, for a token. */
export const password = basic((_request, name, word) => checkPassword(name, word), { name: 'Password' })
