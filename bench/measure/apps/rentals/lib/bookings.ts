export interface Booking {
  readonly id: string
  readonly guest: string
  readonly listing: string
  isCancelled: boolean
}

const bookings = new Map<string, Booking>()
let last = 0

export function addBooking(guest: string, listing: string): Booking {
  const booking = { id: `b${(last += 1)}`, guest, listing, isCancelled: false }
  bookings.set(booking.id, booking)
  return booking
}

addBooking('gina', '1')

export function findBooking(id: string): Booking | undefined {
  return bookings.get(id)
}
