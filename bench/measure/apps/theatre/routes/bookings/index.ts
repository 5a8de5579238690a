import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { allBookings, book, booking } from '../../lib/bookings.ts'

const operation = route('/bookings')

export const GET = operation({ summary: 'My bookings' }, async (request) => ({
  bookings: await booking.filter(allBookings(), request),
}))

export const POST = operation(
  {
    summary: 'A new booking',
    auth: check(inherit, hasScope('bookings:write')),
    body: { seats: Number },
  },
  ({ auth, body }) => reply(201, book(auth, body.seats)),
)
