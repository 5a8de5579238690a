import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

interface Account {
  readonly name: string
  readonly scopes: readonly string[]
  readonly salt: Buffer
  readonly hash: Buffer
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

// Instead of a database. The account of the tests has its password from the environment.
const accounts = new Map<string, Account>()
await addUser('ann', process.env['ANN_PASSWORD'] ?? 'daisy-4711')
/** Its password is tried for names that do not exist, so that the time taken does not show which do. */
const unknown = await createAccount('', randomBytes(16).toString('hex'))

/** Adds a user with the scopes that each gets; `false` where the name is taken. */
export async function addUser(name: string, password: string): Promise<boolean> {
  const account = await createAccount(name, password)
  // After the hash: two sign-ups at the same time get one account.
  if (accounts.has(name)) return false
  accounts.set(name, account)
  return true
}

/** The scopes of a user; `undefined` for a name that is not there any more. */
export function scopesOf(name: string): readonly string[] | undefined {
  return accounts.get(name)?.scopes
}

export function removeUser(name: string): void {
  accounts.delete(name)
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash, name: known } = accounts.get(name) ?? unknown
  return timingSafeEqual(await derive(password, salt, 32), hash) && known === name
}

async function createAccount(name: string, password: string): Promise<Account> {
  const salt = randomBytes(16)
  return { name, scopes: ['notes:read', 'notes:write'], salt, hash: await derive(password, salt, 32) }
}
