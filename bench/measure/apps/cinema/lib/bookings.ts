import { resource, type SessionUser } from 'svc/security'

export interface Booking {
  readonly id: string
  readonly owner: string
  readonly seats: number
}

export class SoldOut extends Error {
  override readonly name = 'SoldOut'
  readonly left: number

  constructor(left: number) {
    super(`${left} left`)
    this.left = left
  }
}

const bookings: Booking[] = [
  { id: 'bk-1', owner: 'mara', seats: 2 },
  { id: 'bk-2', owner: 'lena', seats: 1 },
]

export const all = (): readonly Booking[] => bookings

export function book(owner: string, seats: number): Booking {
  if (seats > 8) throw new SoldOut(8)
  const booking = { id: `bk-${bookings.length + 1}`, owner, seats }
  bookings.push(booking)
  return booking
}

export const booking = resource('booking', {
  load: ({ params }: { params: { id: string } }) => bookings.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: SessionUser }) => owner === auth.name,
})
