import { AuthorizationError, HttpError, reply, route } from 'svc'
import type { Account } from '../../lib/accounts.ts'
import { findAppointment, mayTouch, setStatus, type Appointment } from '../../lib/appointments.ts'

const operation = route('/appointments/[id]')

export const GET = operation({ summary: 'One appointment' }, ({ auth, params }) => findFor(auth, params.id))

export const DELETE = operation({ summary: 'Cancel an appointment' }, ({ auth, params }) => {
  const appointment = findFor(auth, params.id)
  setStatus(appointment.id, 'cancelled')
  return reply(204, null)
})

function findFor(account: Account, id: string): Appointment {
  const appointment = findAppointment(id)
  if (appointment === undefined) throw new HttpError(404, 'No such appointment')
  if (!mayTouch(account, appointment)) throw new AuthorizationError()
  return appointment
}
