import { reply, route } from 'svc'
import { book } from '../../lib/classes.ts'

const operation = route('/bookings')

export const POST = operation({ summary: 'Book a class', body: { course: String } }, ({ auth, body }) =>
  reply(201, book(auth.name, body.course)),
)
