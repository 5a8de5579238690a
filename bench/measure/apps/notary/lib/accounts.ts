import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Account {
  readonly name: string
  readonly role: string
  /** The tenant. */
  readonly office: string
  readonly salt: string
  readonly hash: string
}

const derive = promisify<string, string, number, Buffer>(scrypt)

async function makeAccount(name: string, role: string, office: string, password: string): Promise<Account> {
  const salt = randomBytes(16).toString('hex')
  return { name, role, office, salt, hash: (await derive(password, salt, 32)).toString('hex') }
}

const accounts: readonly Account[] = await Promise.all([
  makeAccount('carla', 'clerk', 'harbour-street', process.env['CARLA_PASSWORD'] ?? 'carla-inkwell-moss-31'),
  makeAccount('niels', 'notary', 'harbour-street', process.env['NIELS_PASSWORD'] ?? 'niels-parchment-fern-8'),
  makeAccount('tilde', 'notary-trainee', 'harbour-street', process.env['TILDE_PASSWORD'] ?? 'tilde-blotter-sage-55'),
  makeAccount('oscar', 'clerk', 'mill-lane', process.env['OSCAR_PASSWORD'] ?? 'oscar-ribbon-slate-70'),
  makeAccount('petra', 'notary', 'mill-lane', process.env['PETRA_PASSWORD'] ?? 'petra-signet-plum-29'),
])
const stranger = await makeAccount('', '', '', randomBytes(12).toString('hex'))

export const findAccount = (name: string): Account | undefined => accounts.find((one) => one.name === name)

async function isPasswordOf({ salt, hash }: Account, password: string): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, 32), Buffer.from(hash, 'hex'))
}

/** The account with this name and password. */
export async function logIn(name: string, password: string): Promise<Account | null> {
  const found = findAccount(name)
  const isRight = (await isPasswordOf(found ?? stranger, password)) && found !== undefined
  return isRight ? (found ?? null) : null
}
