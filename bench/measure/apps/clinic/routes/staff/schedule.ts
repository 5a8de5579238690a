import { route } from 'svc'
import { listAppointments } from '../../lib/appointments.ts'

const operation = route('/staff/schedule')

export const GET = operation({ summary: 'The day' }, ({ auth }) => ({
  for: auth.name,
  appointments: listAppointments(auth),
}))
