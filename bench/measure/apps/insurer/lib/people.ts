import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  readonly agency: string
  readonly scopes: readonly string[]
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

export const HEAD_OFFICE = 'head-office'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, agency: string, scope: string, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, agency, scopes: scope.split(' '), salt, hash: derive(password, salt, 32) }]
}

const BROKER = 'policies:read policies:write claims:write'

const rows = new Map<string, Row>([
  row('berta', 'north', BROKER, process.env['BERTA_PASSWORD'] ?? 'berta-umbrella-hail-22'),
  row('cyril', 'south', BROKER, process.env['CYRIL_PASSWORD'] ?? 'cyril-anchor-storm-61'),
  row('tomas', 'north', 'policies:read claims:settle-small', process.env['TOMAS_PASSWORD'] ?? 'tomas-gravel-dent-9'),
  row('vera', 'north', 'policies:read reports:read', process.env['VERA_PASSWORD'] ?? 'vera-figures-quarter-37'),
  row(
    'greta',
    HEAD_OFFICE,
    'policies:read reports:read claims:settle',
    process.env['GRETA_PASSWORD'] ?? 'greta-ledger-tower-84',
  ),
])
const stranger = row('', '', '', randomBytes(12).toString('hex'))[1]

export function findPerson(name: string): Person | undefined {
  const found = rows.get(name)
  return found === undefined ? undefined : { name: found.name, agency: found.agency, scopes: found.scopes }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
