import { reply, route } from 'svc'
import { z } from 'zod'
import { allBookings, book, booking } from '../../lib/bookings.ts'

const operation = route('/bookings')

export const GET = operation({ summary: 'My bookings' }, async (request) => ({
  bookings: await booking.filter(allBookings(), request),
}))

export const POST = operation(
  {
    summary: 'Book a bed',
    body: z.object({ bed: z.string(), nights: z.number().int().min(1).max(14) }),
  },
  ({ auth, body }) => reply(201, book(auth.name, body.bed, body.nights)),
)
