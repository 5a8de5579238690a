import { createHmac } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named, queryKey } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

interface RegistryKey {
  readonly key: string
  /** The last day on which it is good. */
  readonly until?: string
}

/** The key of the land registry, and the one before, which was taken back. */
const registryKeys: readonly RegistryKey[] = [
  { key: process.env['REGISTRY_KEY'] ?? 'Registry-26-Zt4kWq81mPx' },
  { key: process.env['REGISTRY_KEY_BEFORE'] ?? 'Registry-25-Hn7cRv02sLd', until: '2025-12-31' },
]

const today = (): string => new Date().toISOString().slice(0, 10)

function findRegistry(_request: AuthRequest, given: string): { readonly from: string } | null {
  const isGood = registryKeys.some(({ key, until }) => {
    const isOpen = (until ?? '9999-12-31') >= today()
    return isOpen && constantTimeEqual(key, given)
  })
  return isGood ? { from: 'registry' } : null
}

export const registry = headerKey('X-Registry-Key', findRegistry, { name: 'Registry' })

/** Calendars that take a key in the address. */
const calendars: readonly { readonly office: string; readonly key: string }[] = [
  { office: 'harbour-street', key: process.env['CALENDAR_HARBOUR'] ?? 'cal-7f3e9a12b4c85d60-harbour' },
  { office: 'mill-lane', key: process.env['CALENDAR_MILL'] ?? 'cal-19d0c6e7a8f2b354-mill' },
]

export const calendar = queryKey(
  'key',
  (_request, given): { readonly office: string } | null => {
    const found = calendars.find(({ key }) => constantTimeEqual(key, given))
    return found === undefined ? null : { office: found.office }
  },
  { name: 'Calendar' },
)

const scanners: ReadonlyMap<string, string> = new Map([
  ['scanner-1', process.env['SCANNER_1_PASSWORD'] ?? 'Glass-Plate-Amber-41'],
  ['scanner-2', process.env['SCANNER_2_PASSWORD'] ?? 'Feed-Tray-Cobalt-96'],
])

function findScanner(_request: AuthRequest, name: string, password: string): { readonly scanner: string } | null {
  const kept = scanners.get(name)
  if (kept === undefined) return null
  return constantTimeEqual(kept, password) ? { scanner: name } : null
}

export const scanner = basic(findScanner, { name: 'Scanner' })

const FEES_SECRET = process.env['FEES_SECRET'] ?? 'fees-hook-5c0d81ee'
const TOLERANCE = 300

export function stampOf(time: number, body: string): string {
  return createHmac('sha256', FEES_SECRET).update(`${time}.${body}`).digest('hex')
}

/** `Stamp: t=<time>,v1=<signature>`; while a secret is changed there are two signatures. */
async function readStamp(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const parts = (request.headers.get('stamp') ?? '').split(',').map((part) => part.trim().split('='))
  const time = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN)
  if (!(Math.abs(now() - time) <= TOLERANCE)) return null
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value)
  const right = stampOf(time, await request.text())
  const isSigned = signatures.some((one) => constantTimeEqual(one, right))
  return isSigned ? { from: 'fees' } : null
}

/** Fees that were paid, from the provider of payments. */
export const stamp = named('Stamp', readStamp)
