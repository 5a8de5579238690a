import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Session } from 'svc'
import type { SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: string
  }
}

interface Row {
  readonly role: string
  /** The end of the membership, in seconds. */
  readonly until: number
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

const ALWAYS = 4_102_444_800
const END_OF_2025 = 1_767_225_600

function row(name: string, role: string, until: number, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { role, until, salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row('ann', 'member', ALWAYS, process.env['ANN_PASSWORD'] ?? 'ann-quince-basket-17'),
  row('anna', 'member', ALWAYS, process.env['ANNA_PASSWORD'] ?? 'anna-medlar-ladder-62'),
  row('pablo', 'picker', ALWAYS, process.env['PABLO_PASSWORD'] ?? 'pablo-cherry-bucket-40'),
  row('wanda', 'warden', ALWAYS, process.env['WANDA_PASSWORD'] ?? 'wanda-fence-whistle-88'),
  row('chris', 'chair', ALWAYS, process.env['CHRIS_PASSWORD'] ?? 'chris-ledger-apple-05'),
  row('otto', 'member', END_OF_2025, process.env['OTTO_PASSWORD'] ?? 'otto-rusty-scissors-73'),
])
const stranger = row('', '', 0, randomBytes(12).toString('hex'))[1]

export const now = (): number => Math.floor(Date.now() / 1_000)

/** A member as of now; who has left is not one. */
export function findMember(name: string): SessionUser | null {
  const found = rows.get(name)
  if (found === undefined) return null
  if (found.until < now()) return null
  return { name, role: found.role, isSuperuser: found.role === 'chair' }
}

export const loadMember = ({ user }: Session): SessionUser | null => findMember(user.name)

export const allNames = (): readonly string[] => [...rows.keys()]

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
