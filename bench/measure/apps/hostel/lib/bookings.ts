import type { SessionUser } from 'svc'
import { resource } from 'svc/security'

export interface Booking {
  readonly id: string
  readonly guest: string
  readonly bed: string
  readonly nights: number
}

const bookings = new Map<string, Booking>(
  [
    { id: 'bk-31', guest: 'ada', bed: '2A', nights: 3 },
    { id: 'bk-32', guest: 'ben', bed: '2B', nights: 1 },
    { id: 'bk-33', guest: 'ada', bed: '4C', nights: 2 },
  ].map((one) => [one.id, one]),
)
let last = 33

export const allBookings = (): readonly Booking[] => [...bookings.values()]

export function book(guest: string, bed: string, nights: number): Booking {
  last += 1
  const made = { id: `bk-${last}`, guest, bed, nights }
  bookings.set(made.id, made)
  return made
}

export const cancel = (id: string): boolean => bookings.delete(id)

export const isGuest = ({ guest }: Booking, { auth }: { auth: SessionUser }): boolean => guest === auth.name

/** Wardens read all bookings, and cancel none: a guest does that. */
export const booking = resource('booking', {
  load: ({ params }: { params: { id: string } }) => bookings.get(params.id),
  may: ({ guest }, { auth }: { auth: SessionUser }) => guest === auth.name || auth.role === 'warden',
})
