import { randomUUID } from 'node:crypto'
import { type AuthRequest, resource } from 'svc/security'
import { isSealed, seal } from './seals.ts'
import { now } from './sessions.ts'

export interface Booking {
  readonly id: string
  readonly owner: string
  readonly show: string
  readonly seats: number
  readonly phone: string
}

const bookings = new Map<string, Booking>(
  [
    { id: 'book-71', owner: 'lotte@mail.example', show: 'Rings of Saturn', seats: 2, phone: '+49 30 5550171' },
    { id: 'book-72', owner: 'milan@mail.example', show: 'Comets', seats: 5, phone: '+49 30 5550172' },
  ].map((one) => [one.id, one]),
)

export const allBookings = (): readonly Booking[] => [...bookings.values()]

export const findBooking = (id: string): Booking | undefined => bookings.get(id)

export function book(owner: string, show: string, seats: number, phone: string): Booking {
  const made = { id: `book-${randomUUID()}`, owner, show, seats, phone }
  bookings.set(made.id, made)
  return made
}

export const booking = resource('booking', {
  load: ({ params }: { params: { id: string } }) => bookings.get(params.id),
  may: ({ owner }, { auth }: { auth: { readonly email: string } }) => owner === auth.email,
})

const WEEK = 7 * 24 * 3_600

/** A link with which friends see when and where, for a week. */
export function shareLink(id: string, until = now() + WEEK): string {
  return `/api/shared/${id}?until=${until}&seal=${seal('share', id, String(until))}`
}

/** Who has a link, which its owner has given away on purpose. */
export function sharedLink({ params, query }: AuthRequest): { readonly until: number } | null {
  const [until, given] = [query['until'], query['seal']]
  if (typeof until !== 'string' || typeof given !== 'string' || !/^\d{10}$/.test(until)) return null
  if (!isSealed(given, 'share', String(params['id']), until)) return null
  return Number(until) > now() ? { until: Number(until) } : null
}
