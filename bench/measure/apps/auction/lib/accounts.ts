import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { SessionUser } from 'svc/security'
import { Table } from './table.ts'

export type Kind = 'buyer' | 'seller' | 'guest'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly kind: Kind
  }
}

interface Account {
  readonly kind: Kind
  readonly isAdmin: boolean
  readonly isBlocked: boolean
  readonly display: string
  readonly salt: Buffer
  readonly hash: Buffer
  /** Milliseconds since 1970; 0 for the first password. */
  readonly passwordSince: number
}

function newAccount(kind: Kind, display: string, password: string, more: Partial<Account> = {}): Account {
  const salt = randomBytes(16)
  const hash = scryptSync(password, salt, 32)
  return { kind, display, salt, hash, isAdmin: false, isBlocked: false, passwordSince: 0, ...more }
}

const env = (name: string, otherwise: string): string => process.env[name] ?? otherwise

export const accounts = new Table<Account>({
  ada: newAccount('seller', 'Ada', env('ADA_PASSWORD', 'ada-gavel-saffron-5')),
  bea: newAccount('seller', 'Bea', env('BEA_PASSWORD', 'bea-easel-indigo-82')),
  cal: newAccount('buyer', 'Cal', env('CAL_PASSWORD', 'cal-paddle-mint-47')),
  gil: newAccount('guest', 'Gil', env('GIL_PASSWORD', 'gil-lobby-sepia-13')),
  max: newAccount('buyer', 'Max', env('MAX_PASSWORD', 'max-ledger-onyx-90'), { isAdmin: true }),
  wim: newAccount('buyer', 'Wim', env('WIM_PASSWORD', 'wim-hammer-teal-61')),
  vic: newAccount('seller', 'Vic', env('VIC_PASSWORD', 'vic-forger-lemon-28'), { isBlocked: true }),
})
const stranger = newAccount('guest', '', randomBytes(16).toString('hex'))

/** The user as of now; null for one who is blocked, is gone, or changed the password after the session began. */
export async function accountOf(name: string, since: number): Promise<SessionUser | null> {
  const row = await accounts.get(name)
  if (row === undefined) return null
  if (row.isBlocked) return null
  if (since < row.passwordSince) return null
  return { name, kind: row.kind, isSuperuser: row.isAdmin }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const row = (await accounts.get(name)) ?? stranger
  const isRight = timingSafeEqual(scryptSync(password, row.salt, 32), row.hash)
  return isRight && row !== stranger
}

export async function changePassword(name: string, password: string): Promise<void> {
  const { salt, hash } = newAccount('guest', '', password)
  await accounts.update(name, { salt, hash, passwordSince: Date.now() })
}
