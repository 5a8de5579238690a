import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export type Role = 'patient' | 'doctor' | 'reception'

export interface Account {
  readonly name: string
  readonly role: Role
}

interface StoredAccount extends Account {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function store(name: string, role: Role, password: string): [string, StoredAccount] {
  const salt = randomBytes(16)
  return [name, { name, role, salt, hash: derive(password, salt, 32) }]
}

const accounts = new Map<string, StoredAccount>([
  store('anna', 'patient', process.env['ANNA_PASSWORD'] ?? 'anna-Gx83-plums'),
  store('paul', 'patient', process.env['PAUL_PASSWORD'] ?? 'paul-Ry11-beans'),
  store('lee', 'doctor', process.env['LEE_PASSWORD'] ?? 'lee-Qm57-scalpel'),
  store('rita', 'reception', process.env['RITA_PASSWORD'] ?? 'rita-Vd29-phone'),
])
const stranger = store('', 'patient', randomBytes(16).toString('hex'))[1]

export function findAccount(name: string): Account | undefined {
  return accounts.get(name)
}

async function isPassword(account: StoredAccount, password: string): Promise<boolean> {
  return timingSafeEqual(await derive(password, account.salt, 32), await account.hash)
}

/** The account with this name and password. The time taken does not tell which names exist. */
export async function logIn(name: string, password: string): Promise<Account | null> {
  const account = accounts.get(name) ?? stranger
  const isRight = await isPassword(account, password)
  return isRight && account !== stranger ? { name: account.name, role: account.role } : null
}

export function addPatient(name: string): Account {
  return { name, role: 'patient' }
}
