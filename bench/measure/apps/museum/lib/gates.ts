import { createHash, randomBytes } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey } from 'svc/security'
import { env } from './env.ts'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Counter {
  readonly museum: string
}

/** Counters at the doors, by museum. That of the castle is not built yet. */
const counters: Readonly<Record<string, string>> = {
  north: digestOf(env('COUNTER_NORTH_SECRET', 'b7Qe40Wm')),
  harbour: digestOf(env('COUNTER_HARBOUR_SECRET', 'k2Zs91Lu')),
  castle: digestOf(env('COUNTER_CASTLE_SECRET', randomBytes(16).toString('hex'))),
}

function findCounter(_request: AuthRequest, key: string): Counter | null {
  // ct-<museum>-<secret>
  const [, museum = '', secret = ''] = /^ct-([a-z]+)-(\w*)$/.exec(key) ?? []
  if (!Object.hasOwn(counters, museum)) return null
  return constantTimeEqual(counters[museum] ?? '', digestOf(secret)) ? { museum } : null
}

export const counter = headerKey('X-Counter', findCounter, { name: 'Counter' })

export interface Desk extends Counter {
  readonly desk: string
}

interface DeskRow extends Desk {
  readonly password: string
  /** The password before, and until when it is good: milliseconds since 1970. */
  readonly before?: { readonly password: string; readonly until: number }
}

const desks: readonly DeskRow[] = [
  { desk: 'north-1', museum: 'north', password: env('DESK_NORTH_PASSWORD', 'Lantern-Fjord-52') },
  {
    desk: 'harbour-1',
    museum: 'harbour',
    password: env('DESK_HARBOUR_PASSWORD', 'Rope-Compass-87'),
    before: { password: env('DESK_HARBOUR_BEFORE', 'Sail-Oyster-14'), until: Date.UTC(2026, 3, 30) },
  },
]

function findDesk(_request: AuthRequest, name: string, password: string): Desk | null {
  const row = desks.find(({ desk }) => desk === name)
  if (row === undefined) return null
  const { desk, museum, before } = row
  if (constantTimeEqual(row.password, password)) return { desk, museum }
  if (before === undefined || before.until < Date.now()) return null
  return constantTimeEqual(before.password, password) ? { desk, museum } : null
}

/** A desk where tickets are sold. */
export const desk = basic(findDesk, { name: 'Desk' })
