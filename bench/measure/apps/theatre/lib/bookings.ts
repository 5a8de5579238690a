import { resource } from 'svc/security'
import type { Account } from './accounts.ts'

export class SoldOut extends Error {
  override readonly name = 'SoldOut'
  readonly left = 8
}

export interface Booking {
  readonly id: string
  readonly owner: string
  /** Where it was bought, if not here. */
  readonly agency: string | undefined
  readonly seats: number
}

const bookings: Booking[] = [
  { id: 'b-1', owner: 'ida', agency: undefined, seats: 2 },
  { id: 'b-2', owner: 'jon', agency: undefined, seats: 1 },
  { id: 'b-3', owner: 'nora', agency: 'north', seats: 6 },
  { id: 'b-4', owner: 'walt', agency: 'west', seats: 4 },
]

export const allBookings = (): readonly Booking[] => bookings

export function book({ name, agency }: Account, seats: number): Booking {
  if (seats > 8) throw new SoldOut()
  const made = { id: `b-${bookings.length + 1}`, owner: name, agency, seats }
  bookings.push(made)
  return made
}

/** Of the customer, and of the agency that sold it. */
export const booking = resource('booking', {
  load: ({ params }: { params: { id: string } }) => bookings.find(({ id }) => id === params.id),
  may: ({ owner, agency }, { auth }: { auth: Account }) => {
    if (owner === auth.name) return true
    return agency !== undefined && agency === auth.agency
  },
})

const sales = new Map<string, readonly string[]>([
  ['north', ['2026-10: 311 seats', '2026-11: 280 seats']],
  ['west', ['2026-10: 97 seats', '2026-11: 143 seats']],
])

/** An agency: its own people, and the director. */
export const agency = resource('agency', {
  load: ({ params }: { params: { agency: string } }) => {
    const found = sales.get(params.agency)
    return found === undefined ? undefined : { id: params.agency, sales: found }
  },
  may: ({ id }, { auth }: { auth: Account }) => {
    if (auth.role === 'director') return true
    return auth.agency === id
  },
})
