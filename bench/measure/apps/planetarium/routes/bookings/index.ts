import { reply, route } from 'svc'
import { z } from 'zod'
import { allBookings, book, booking } from '../../lib/bookings.ts'

const operation = route('/bookings')

const body = z.object({
  show: z.string().min(1),
  seats: z.number().int().min(1).max(8),
  phone: z.string().max(30),
})

export const GET = operation({ summary: 'My bookings' }, (request) => booking.filter(allBookings(), request))

export const POST = operation({ summary: 'Book seats', body }, ({ auth, body: { show, seats, phone } }) =>
  reply(201, book(auth.email, show, seats, phone)),
)
