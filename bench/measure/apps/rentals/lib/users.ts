import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export type Role = 'guest' | 'host' | 'moderator'

export interface User {
  readonly id: string
  readonly email: string
  readonly roles: readonly Role[]
}

interface StoredUser extends User {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function createUser(id: string, roles: readonly Role[], password: string): StoredUser {
  const salt = randomBytes(16)
  return { id, email: `${id}@rentals.example`, roles, salt, hash: derive(password, salt, 32) }
}

const users: readonly StoredUser[] = [
  createUser('gina', ['guest'], process.env['GINA_PASSWORD'] ?? 'gina-Tz64-suitcase'),
  createUser('hugo', ['guest', 'host'], process.env['HUGO_PASSWORD'] ?? 'hugo-Wb38-cottage'),
  createUser('mira', ['guest', 'moderator'], process.env['MIRA_PASSWORD'] ?? 'mira-Kp05-lantern'),
]
const stranger = createUser('', [], randomBytes(16).toString('hex'))

export function findUser(id: string): User | undefined {
  return users.find((user) => user.id === id)
}

async function matches(password: string, { salt, hash }: StoredUser): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}

/** The user with this address and password. */
export async function authenticate(email: string, password: string): Promise<User | null> {
  const user = users.find((known) => known.email === email) ?? stranger
  const isMatch = await matches(password, user)
  return isMatch && user !== stranger ? user : null
}
