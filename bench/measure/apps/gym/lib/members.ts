import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Member {
  readonly name: string
  readonly role: string
  readonly branch: string
}

interface Row extends Member {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  /** The day on which the contract ended. */
  readonly left?: string
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, branch: string, password: string, left?: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, branch, salt, hash: derive(password, salt, 32), ...(left === undefined ? {} : { left }) }]
}

const rows = new Map<string, Row>([
  row('mia', 'member', 'north', process.env['MIA_PASSWORD'] ?? 'mia-rowing-lemon-4'),
  row('ben', 'member', 'south', process.env['BEN_PASSWORD'] ?? 'ben-squat-violet-19'),
  row('ted', 'trial', 'north', process.env['TED_PASSWORD'] ?? 'ted-towel-marble-8'),
  row('tara', 'trainer', 'north', process.env['TARA_PASSWORD'] ?? 'tara-plank-amber-52'),
  row('tom', 'trainer', 'south', process.env['TOM_PASSWORD'] ?? 'tom-kettle-bell-71'),
  row('max', 'manager', 'north', process.env['MAX_PASSWORD'] ?? 'max-sauna-copper-36'),
  row('olga', 'trainer', 'north', process.env['OLGA_PASSWORD'] ?? 'olga-yoga-silver-90', '2026-03-31'),
])
const stranger = row('', '', '', randomBytes(12).toString('hex'))[1]

export const names = (): readonly string[] => [...rows.keys()]

export async function findMember(name: string): Promise<Member | undefined> {
  return rows.get(name)
}

/** Whether the contract goes on. */
export async function isActive(name: string): Promise<boolean> {
  const found = rows.get(name)
  return found !== undefined && found.left === undefined
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
