import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Driver {
  readonly id: string
  readonly depot: string
  readonly isDispatcher: boolean
}

interface Row extends Driver {
  readonly isEmployed: boolean
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(driver: Driver, password: string, isEmployed = true): [string, Row] {
  const salt = randomBytes(16)
  return [driver.id, { ...driver, isEmployed, salt, hash: derive(password, salt, 32) }]
}

const drivers = new Map<string, Row>([
  row({ id: 'mara', depot: 'north', isDispatcher: false }, process.env['MARA_PASSWORD'] ?? 'mara-lorry-5512'),
  row({ id: 'timo', depot: 'south', isDispatcher: false }, process.env['TIMO_PASSWORD'] ?? 'timo-trailer-90'),
  row({ id: 'olga', depot: 'north', isDispatcher: true }, process.env['OLGA_PASSWORD'] ?? 'olga-switchboard-7'),
  row({ id: 'fred', depot: 'south', isDispatcher: false }, 'fred-left-in-may', false),
])
const stranger = row({ id: '', depot: '', isDispatcher: false }, randomBytes(12).toString('hex'))[1]

/** Drivers as of now: who has left is not found. */
export async function findDriver(id: unknown): Promise<Driver | null> {
  const found = drivers.get(String(id))
  if (found === undefined || !found.isEmployed) return null
  const { depot, isDispatcher } = found
  return { id: found.id, depot, isDispatcher }
}

export const listDrivers = (): readonly string[] => [...drivers.keys()]

export async function checkPassword(id: string, password: string): Promise<Driver | null> {
  const found = drivers.get(id) ?? stranger
  const given = await derive(password, found.salt, 32)
  const isRight = timingSafeEqual(given, await found.hash)
  if (!isRight || found === stranger) return null
  return findDriver(found.id)
}
