import { resource } from 'svc/security'
import type { Person } from './people.ts'

export class FullyBooked extends Error {
  override readonly name = 'FullyBooked'
}

export interface Booking {
  readonly id: string
  readonly owner: string
  readonly sailing: string
  readonly seats: number
}

const bookings: Booking[] = [
  { id: 'b-71', owner: 'ida', sailing: 'tern-0800', seats: 2 },
  { id: 'b-72', owner: 'olaf', sailing: 'gannet-1230', seats: 1 },
]
const sailings: string[] = ['tern-0800', 'gannet-1230']

export const listSailings = (): readonly string[] => sailings

export function addSailing(sailing: string): string {
  sailings.push(sailing)
  return sailing
}

export function listOf(sailing: string): readonly Booking[] {
  return bookings.filter((booking) => booking.sailing === sailing)
}

export const all = (): readonly Booking[] => bookings

export function book(owner: string, sailing: string, seats: number): Booking {
  if (seats > 8) throw new FullyBooked()
  const made = { id: `b-${bookings.length + 71}`, owner, sailing, seats }
  bookings.push(made)
  return made
}

export const booking = resource('booking', {
  load: ({ params }: { params: { id: string } }) => bookings.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: Person }) => owner === auth.name || auth.rank === 'harbour',
})
