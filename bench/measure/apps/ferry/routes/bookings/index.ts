import { reply, route } from 'svc'
import { all, book, booking } from '../../lib/bookings.ts'

const operation = route('/bookings')

export const GET = operation({ summary: 'My bookings' }, (request) => booking.filter(all(), request))

export const POST = operation({ summary: 'Book', body: { sailing: String, seats: Number } }, ({ auth, body }) =>
  reply(201, book(auth.name, body.sailing, body.seats)),
)
