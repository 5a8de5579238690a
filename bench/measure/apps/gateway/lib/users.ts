import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface User {
  readonly id: string
  readonly scopes: readonly string[]
  readonly isAdmin: boolean
}

interface Row extends User {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(id: string, scopes: readonly string[], isAdmin: boolean, password: string): [string, Row] {
  const salt = randomBytes(16)
  return [`${id}@gateway.example`, { id, scopes, isAdmin, salt, hash: derive(password, salt, 32) }]
}

const users = new Map<string, Row>([
  row('kim', ['devices:read', 'devices:write'], false, process.env['KIM_PASSWORD'] ?? 'kim-Zt31-kettle'),
  row('noor', ['devices:read', 'metrics:read'], false, process.env['NOOR_PASSWORD'] ?? 'noor-Hw94-pepper'),
  row('abel', ['devices:read', 'metrics:read'], true, process.env['ABEL_PASSWORD'] ?? 'abel-Xk27-granite'),
])
const stranger = row('', [], false, randomBytes(12).toString('hex'))[1]

export const findUser = async (id: string): Promise<User | undefined> => users.get(`${id}@gateway.example`)

export async function authenticate(email: string, password: string): Promise<User | null> {
  const found = users.get(email.toLowerCase()) ?? stranger
  const given = await derive(password, found.salt, 32)
  return timingSafeEqual(given, await found.hash) && found !== stranger ? found : null
}
