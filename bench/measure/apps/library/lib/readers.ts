import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: string
    readonly branch: string
    /** Counts the changes of the password. */
    readonly generation: number
  }
}

interface Row extends SessionUser {
  readonly isBlocked: boolean
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

type Changed = Partial<Pick<Row, 'generation' | 'isBlocked'>>

function row(name: string, role: string, branch: string, password: string, changed: Changed = {}): [string, Row] {
  const salt = randomBytes(16)
  const hash = derive(password, salt, 32)
  return [name, { name, role, branch, generation: 1, isBlocked: false, salt, hash, ...changed }]
}

const rows = new Map<string, Row>([
  row('ann', 'reader', 'harbour', process.env['ANN_PASSWORD'] ?? 'ann-novel-quince-7'),
  row('bea', 'reader', 'castle', process.env['BEA_PASSWORD'] ?? 'bea-atlas-pepper-23', { generation: 2 }),
  row('cora', 'librarian', 'harbour', process.env['CORA_PASSWORD'] ?? 'cora-index-walnut-41'),
  row('dirk', 'librarian', 'castle', process.env['DIRK_PASSWORD'] ?? 'dirk-shelf-cobalt-65'),
  row('gus', 'reader', 'harbour', process.env['GUS_PASSWORD'] ?? 'gus-comic-saffron-12'),
  row('hilda', 'head', 'castle', process.env['HILDA_PASSWORD'] ?? 'hilda-vault-ochre-88'),
  row('fred', 'reader', 'castle', process.env['FRED_PASSWORD'] ?? 'fred-lost-turnip-30', { isBlocked: true }),
])
const stranger = row('', '', '', randomBytes(12).toString('hex'))[1]

function publicPart({ name, role, branch, generation }: Row): SessionUser {
  return { name, role, branch, generation, isSuperuser: role === 'head' }
}

export const listReaders = (): readonly string[] => [...rows.keys()]

/** The reader with this name. */
export function findReader(name: string): SessionUser | null {
  const found = rows.get(name)
  return found === undefined || found.isBlocked ? null : publicPart(found)
}

/** The reader with this name and password, unless blocked. */
export async function checkPassword(name: string, password: string): Promise<SessionUser | null> {
  const found = rows.get(name) ?? stranger
  const isRight = timingSafeEqual(await derive(password, found.salt, 32), await found.hash)
  return isRight && found.name === name && !found.isBlocked ? publicPart(found) : null
}

/** The reader of a session as of now. */
export function currentReader(user: SessionUser): SessionUser | null {
  const found = rows.get(user.name)
  if (found === undefined || found.isBlocked) return null
  if (found.generation !== user.generation) return null
  return publicPart(found)
}
