import { reply, route } from 'svc'
import { book, listAppointments } from '../../lib/appointments.ts'

const operation = route('/appointments')

export const GET = operation({ summary: 'My appointments; all of them for staff' }, ({ auth }) =>
  listAppointments(auth),
)

export const POST = operation({ summary: 'Book', body: { doctor: String, at: String } }, ({ auth, body }) =>
  reply(201, book(auth.name, body.doctor, body.at)),
)
