import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly job?: string
    readonly rights?: readonly string[]
  }
}

interface Account {
  readonly user: SessionUser
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function account(user: SessionUser, password: string): [string, Account] {
  const salt = randomBytes(16)
  return [user.name, { user, salt, hash: derive(password, salt, 32) }]
}

const accounts: ReadonlyMap<string, Account> = new Map([
  account({ name: 'mara' }, process.env['MARA_PASSWORD'] ?? 'mara-popcorn-aisle-3'),
  account({ name: 'timo', job: 'usher' }, process.env['TIMO_PASSWORD'] ?? 'timo-torch-velvet-8'),
  account(
    { name: 'ines', job: 'manager', rights: ['refunds'] },
    process.env['INES_PASSWORD'] ?? 'ines-reel-curtain-44',
  ),
  // Works here no more; she comes as a guest.
  account({ name: 'lena', rights: ['refunds'] }, process.env['LENA_PASSWORD'] ?? 'lena-balcony-row-12'),
  account({ name: 'otto', job: 'owner', isSuperuser: true }, process.env['OTTO_PASSWORD'] ?? 'otto-marquee-neon-90'),
])
const stranger = account({ name: '' }, randomBytes(12).toString('hex'))[1]

export async function findUser(name: string): Promise<SessionUser | undefined> {
  return accounts.get(name)?.user
}

/** The user of a session, as the user is now; null once the account is gone. */
export async function userOfNow(user: SessionUser): Promise<SessionUser | null> {
  const found = await findUser(user.name)
  return found ?? null
}

/** Whether this is the password of the account. */
export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash, user } = accounts.get(name) ?? stranger
  const isRight = timingSafeEqual(await derive(password, salt, 32), await hash)
  return isRight && user.name === name
}
