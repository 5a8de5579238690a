import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly id: string
  readonly org: string
  /** As the register of the ministry writes it: `1` to `12`. */
  readonly clearance: string
  readonly scope: string
  readonly isKeeper: boolean
}

interface Row extends Person {
  readonly isLocked: boolean
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(person: Person, password: string, isLocked = false): [string, Row] {
  const salt = randomBytes(16)
  return [person.id, { ...person, isLocked, salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row(
    { id: 'rita', org: 'city', clearance: '12', scope: 'docs:read docs:write', isKeeper: true },
    process.env['RITA_PASSWORD'] ?? 'rita-vellum-quill-7',
  ),
  row(
    { id: 'olaf', org: 'city', clearance: '9', scope: 'docs:read docs:write', isKeeper: false },
    process.env['OLAF_PASSWORD'] ?? 'olaf-lantern-moss-31',
  ),
  row(
    { id: 'dora', org: 'port', clearance: '11', scope: 'docs:read docs:write-drafts', isKeeper: false },
    process.env['DORA_PASSWORD'] ?? 'dora-harbour-rope-5',
  ),
  row(
    { id: 'kurt', org: 'port', clearance: '3', scope: 'docs:read', isKeeper: false },
    process.env['KURT_PASSWORD'] ?? 'kurt-barrel-salt-62',
    true,
  ),
])
const stranger = row(
  { id: '', org: '', clearance: '0', scope: '', isKeeper: false },
  randomBytes(12).toString('hex'),
)[1]

export async function findPerson(id: string): Promise<Person | undefined> {
  const found = rows.get(id)
  if (found === undefined || found.isLocked) return undefined
  const { org, clearance, scope, isKeeper } = found
  return { id, org, clearance, scope, isKeeper }
}

/** The person who logs in; undefined for a wrong name or password, and for a person who is locked. */
export async function checkPassword(id: string, password: string): Promise<Person | undefined> {
  const found = rows.get(id) ?? stranger
  const isRight = timingSafeEqual(await derive(password, found.salt, 32), await found.hash)
  if (!isRight || found.isLocked || found === stranger) return undefined
  return found
}
