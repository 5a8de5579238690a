import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Who has a pass for the season. */
export interface Holder {
  readonly name: string
  readonly pass: string
}

interface Row extends Holder {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, pass: string, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, pass, salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row('nora', 'S-1001', process.env['NORA_PASSWORD'] ?? 'nora-powder-goggles-17'),
  row('eskil', 'S-1002', process.env['ESKIL_PASSWORD'] ?? 'eskil-mogul-thermos-42'),
])
const stranger = row('', '', randomBytes(12).toString('hex'))[1]

export function findHolder(name: string): Holder | undefined {
  const found = rows.get(name)
  return found === undefined ? undefined : { name: found.name, pass: found.pass }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}

interface Office {
  readonly office: string
  readonly rights: readonly string[]
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

function officeRow(office: string, rights: readonly string[], password: string): Office {
  const salt = randomBytes(16)
  return { office, rights, salt, hash: derive(password, salt, 32) }
}

/** Ticket offices, with their rights. */
export const offices: readonly Office[] = [
  officeRow('village', ['refunds', 'sales'], process.env['VILLAGE_PASSWORD'] ?? 'Turnstile-Village-Amber-66'),
  officeRow('glacier', ['refunds'], process.env['GLACIER_PASSWORD'] ?? 'Turnstile-Glacier-Ivory-3'),
]

export async function isPasswordOfOffice({ salt, hash }: Office, password: string): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
