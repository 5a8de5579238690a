import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    /** 1 has a plot, 2 is of the committee, 3 is its chair, 4 keeps the server. */
    readonly rank?: number
  }
}

interface Row {
  readonly name: string
  readonly rank: number
  phone: string
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, rank: number, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, rank, phone: '', salt, hash: derive(password, salt, 32) }]
}

/** Members, instead of a table. */
const rows = new Map<string, Row>([
  row('hugo', 1, process.env['HUGO_PASSWORD'] ?? 'hugo-compost-rhubarb-31'),
  row('wilma', 1, process.env['WILMA_PASSWORD'] ?? 'wilma-trellis-bean-58'),
  row('emil', 1, process.env['EMIL_PASSWORD'] ?? 'emil-barrow-leek-12'),
  row('karl', 2, process.env['KARL_PASSWORD'] ?? 'karl-hedge-minutes-77'),
  row('rosa', 3, process.env['ROSA_PASSWORD'] ?? 'rosa-orchard-chair-40'),
  row('lars', 4, process.env['LARS_PASSWORD'] ?? 'lars-backup-shed-95'),
])
const stranger = row('', 0, randomBytes(12).toString('hex'))[1]

export function findMember(name: string): SessionUser | null {
  const found = rows.get(name)
  if (found === undefined) return null
  return { name: found.name, rank: found.rank, isSuperuser: found.rank >= 4 }
}

/** The member of a session as of now; those who have left are out. */
export function reload(user: SessionUser): SessionUser | null {
  const found = findMember(user.name)
  if (found === null) return null
  return { ...user, ...found }
}

export async function checkPassword(name: string, password: string): Promise<SessionUser | null> {
  const { salt, hash } = rows.get(name) ?? stranger
  const isRight = timingSafeEqual(await derive(password, salt, 32), await hash)
  return isRight ? findMember(name) : null
}

export function profileOf(name: string): { readonly name: string; readonly rank: number; readonly phone: string } {
  const { rank, phone } = rows.get(name) ?? stranger
  return { name, rank, phone }
}

/** Writes a change of a profile. */
export function changeProfile(name: string, change: { readonly phone: string }): void {
  const found = rows.get(name)
  if (found !== undefined) Object.assign(found, change)
}
