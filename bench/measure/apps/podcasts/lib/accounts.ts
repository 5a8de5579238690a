import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Account {
  readonly name: string
  readonly role: string
}

interface Row extends Account {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: string, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, salt, hash: derive(password, salt, 32) }]
}

const rows = new Map<string, Row>([
  row('paula', 'producer', process.env['PAULA_PASSWORD'] ?? 'paula-mixer-velvet-15'),
  row('emil', 'editor', process.env['EMIL_PASSWORD'] ?? 'emil-cutter-silence-72'),
  row('aino', 'author', process.env['AINO_PASSWORD'] ?? 'aino-notebook-train-46'),
  row('remy', 'author', process.env['REMY_PASSWORD'] ?? 'remy-recorder-market-80'),
  row('lena', 'listener', process.env['LENA_PASSWORD'] ?? 'lena-earphones-tram-33'),
])
const stranger = row('', '', randomBytes(12).toString('hex'))[1]

export function findAccount(name: string): Account | undefined {
  const found = rows.get(name)
  return found === undefined ? undefined : { name: found.name, role: found.role }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const { salt, hash } = rows.get(name) ?? stranger
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}
