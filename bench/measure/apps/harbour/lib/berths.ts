import { resource } from 'svc/security'
import type { Person } from './people.ts'

export class TooLong extends Error {
  override readonly name = 'TooLong'
  readonly longest = 300
}

export interface Berth {
  readonly id: string
  readonly line: string
  ship: string
  metres: number
}

const berths: readonly Berth[] = [
  { id: 'q-1', line: 'albatros', ship: 'Albatros II', metres: 180 },
  { id: 'q-2', line: 'delfin', ship: 'Delfin Nova', metres: 240 },
]

export function moor(berth: Berth, ship: string, metres: number): Berth {
  if (metres > 300) throw new TooLong()
  berth.ship = ship
  berth.metres = metres
  return berth
}

/** Of a line; the master may have all. */
export const berth = resource('berth', {
  load: ({ params }: { params: { id: string } }) => berths.find(({ id }) => id === params.id),
  may: ({ line }, { auth }: { auth: Person }) => line === auth.line || auth.role === 'master',
})

const invoices = new Map<string, readonly string[]>([
  ['albatros', ['2026-09: 41200 EUR', '2026-10: 38800 EUR']],
  ['delfin', ['2026-09: 57100 EUR', '2026-10: 60300 EUR']],
])

/** Lines that let others look into their books, with those whom they let. */
const readers = new Map<string, readonly string[]>([['albatros', ['delfin']]])

const readersOf = (line: string): readonly string[] => readers.get(line) ?? []

/** A shipping line: its agents, and those of the lines that it lets. */
export const line = resource('line', {
  load: ({ params }: { params: { line: string } }) => {
    const found = invoices.get(params.line)
    return found === undefined ? undefined : { id: params.line, invoices: found }
  },
  may: ({ id }, { auth }: { auth: Person }) => {
    if (auth.line === id) return true
    return readersOf(id).includes(auth.line)
  },
})
