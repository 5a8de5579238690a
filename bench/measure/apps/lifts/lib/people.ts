import { createHash } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey, named } from 'svc/security'

const operators = [
  {
    name: 'ole',
    lift: 'eagle',
    key: process.env['OLE_KEY'] ?? 'operator-ole-6b93d1',
    pin: process.env['OLE_PIN'] ?? '48-2210',
  },
  {
    name: 'kari',
    lift: 'eagle',
    key: process.env['KARI_KEY'] ?? 'operator-kari-c05f8e',
    pin: process.env['KARI_PIN'] ?? '91-7735',
  },
]

interface Operator {
  readonly name: string
  readonly lift: string
}

const toOperator = (found: Operator | undefined): Operator | null =>
  found === undefined ? null : { name: found.name, lift: found.lift }

/** The badge of who runs a lift, and the number that only this person knows. */
export const badge = headerKey(
  'X-Badge',
  (_request, key) => toOperator(operators.find((one) => constantTimeEqual(one.key, key))),
  { name: 'Badge' },
)
export const pin = headerKey(
  'X-Pin',
  (_request, given) => toOperator(operators.find((one) => constantTimeEqual(one.pin, given))),
  { name: 'Pin' },
)

export interface Patroller {
  readonly name: string
  /** As the roster writes it: 3 skis along, 10 leads. */
  readonly rank: string
}

const roster = new Map<string, { readonly rank: string; readonly code: string }>([
  ['jon', { rank: '3', code: process.env['JON_CODE'] ?? 'patrol-jon-27ce40' }],
  ['siri', { rank: '10', code: process.env['SIRI_CODE'] ?? 'patrol-siri-d8135f' }],
])

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const MINUTE = 60_000

/** Codes that were right a moment ago: the roster is a service of its own, and slow. */
const known = new Map<string, { readonly patroller: Patroller; readonly until: number }>()

const rosterKey = (name: string, code: string): string => `${name} ${digest(code)}`

async function askRoster(name: string, code: string): Promise<Patroller | null> {
  const found = roster.get(name)
  if (found === undefined || !constantTimeEqual(found.code, code)) return null
  return { name, rank: found.rank }
}

async function readPatrol({ headers }: AuthRequest): Promise<Patroller | null> {
  const name = headers.get('x-patrol') ?? ''
  const code = headers.get('x-patrol-code') ?? ''
  const kept = known.get(rosterKey(name, code))
  if (kept !== undefined && kept.until > Date.now()) return kept.patroller
  const patroller = await askRoster(name, code)
  if (patroller !== null) known.set(rosterKey(name, code), { patroller, until: Date.now() + MINUTE })
  return patroller
}

/** The patrol, by name and the code of the day. */
export const patrol = named('Patrol', readPatrol)
