import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  readonly role: string
  /** Has the keys today. */
  readonly onDuty: boolean
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, onDuty: boolean, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, onDuty, salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row('olga', 'owner', false, process.env['OLGA_PASSWORD'] ?? 'olga-terrier-biscuit-13'),
  row('marc', 'owner', false, process.env['MARC_PASSWORD'] ?? 'marc-spaniel-blanket-45'),
  row('suri', 'vet-student', false, process.env['SURI_PASSWORD'] ?? 'suri-textbook-paw-68'),
  row('hank', 'handler', true, process.env['HANK_PASSWORD'] ?? 'hank-leash-gravel-20'),
  row('viola', 'vet', true, process.env['VIOLA_PASSWORD'] ?? 'viola-vaccine-mint-91'),
  row('ben', 'manager', false, process.env['BEN_PASSWORD'] ?? 'ben-office-keys-36'),
])
const stranger = row('', '', false, randomBytes(12).toString('hex'))[1]

export function findPerson(name: string): Person | undefined {
  const found = rows.get(name)
  return found === undefined ? undefined : { name: found.name, role: found.role, onDuty: found.onDuty }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Logins that were right a moment ago, since a hash takes its time and the app logs in often. */
const recent = new Map<string, number>()

const loginKey = (name: string, password: string): string => `${name} ${digest(password)}`

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const key = loginKey(name, password)
  if ((recent.get(key) ?? 0) > Date.now()) return true
  const { salt, hash } = rows.get(name) ?? stranger
  const isRight = timingSafeEqual(await derive(password, salt, 32), await hash)
  if (isRight) recent.set(key, Date.now() + 30_000)
  return isRight
}
