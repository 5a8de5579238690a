import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type AuthRequest, constantTimeEqual, headerKey } from 'svc/security'

interface Garage {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  /** The last day on which the key is good. */
  readonly goodUntil: string
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function garageRow(id: string, secret: string, goodUntil: string): [string, Garage] {
  const salt = randomBytes(16)
  return [id, { salt, hash: derive(secret, salt, 32), goodUntil }]
}

/** Garages by the middle part of their keys: gk-<id>-<secret>. The directory is a service of its own. */
const directory = new Map<string, Garage>([
  garageRow('bolt', process.env['BOLT_SECRET'] ?? '5d09e1c7b382', '2099-12-31'),
  garageRow('rust', process.env['RUST_SECRET'] ?? 'e2f4806a91bd', '2026-03-31'),
])

async function askDirectory(id: string): Promise<Garage> {
  const found = directory.get(id)
  if (found === undefined) throw new Error('the directory has no such garage')
  return found
}

const MINUTE = 60_000

/** Keys that were right a moment ago, since their hash is slow to make. */
const verified = new Map<string, { readonly garage: string; readonly until: number }>()

const cacheKey = (key: string): string => createHash('sha256').update(key).digest('hex')

async function findGarage(_request: AuthRequest, key: string): Promise<{ readonly garage: string } | null> {
  const kept = verified.get(cacheKey(key))
  if (kept !== undefined && kept.until > Date.now()) return { garage: kept.garage }
  const [prefix, id = '', secret = '', more] = key.split('-')
  if (prefix !== 'gk' || more !== undefined) return null
  const found = await askDirectory(id).catch(() => null)
  if (found === null) return null
  if (found.goodUntil < new Date().toISOString().slice(0, 10)) return null
  if (!timingSafeEqual(await derive(secret, found.salt, 32), await found.hash)) return null
  verified.set(cacheKey(key), { garage: id, until: Date.now() + MINUTE })
  return { garage: id }
}

export const garage = headerKey('X-Garage-Key', findGarage, { name: 'GarageKey' })

const officers = [
  { officer: 'otilia', code: process.env['OTILIA_CODE'] ?? 'approve-otilia-4c71d9' },
  { officer: 'pavel', code: process.env['PAVEL_CODE'] ?? 'approve-pavel-08be63' },
]

/** The officer who agrees to a payment. */
export const approval = headerKey(
  'X-Approval',
  (_request, code): { readonly officer: string } | null => {
    const found = officers.find((one) => constantTimeEqual(one.code, code))
    return found === undefined ? null : { officer: found.officer }
  },
  { name: 'Approval' },
)
