import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
  }
}

interface Account {
  readonly user: SessionUser
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

// Instead of a database: two accounts whose passwords come from the environment.
const accounts: ReadonlyMap<string, Account> = new Map([
  ['ann', createAccount({ name: 'ann' }, process.env['ANN_PASSWORD'] ?? 'daisy-4711')],
  ['root', createAccount({ name: 'root', isSuperuser: true }, process.env['ROOT_PASSWORD'] ?? 'tulip-0815')],
])
/** Its password is tried for names that do not exist, so that the time taken does not show which do. */
const unknown = createAccount({ name: '' }, randomBytes(16).toString('hex'))

export function findUser(name: string): SessionUser | null {
  return accounts.get(name)?.user ?? null
}

export function listUsers(): readonly string[] {
  return [...accounts.keys()]
}

/** The user with this name and password. */
export async function checkPassword(name: string, password: string): Promise<SessionUser | null> {
  const { user, salt, hash } = accounts.get(name) ?? unknown
  const isEqual = timingSafeEqual(await derive(password, salt, 32), await hash)
  return isEqual && user.name === name ? user : null
}

function createAccount(user: SessionUser, password: string): Account {
  const salt = randomBytes(16)
  return { user, salt, hash: derive(password, salt, 32) }
}
