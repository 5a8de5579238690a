import { HttpError, reply, route } from 'svc'
import { findBooking } from '../../lib/bookings.ts'

const operation = route('/bookings/[id]')

export const DELETE = operation({ summary: 'Cancel a booking of mine' }, ({ auth, params }) => {
  const booking = findBooking(params.id)
  if (booking?.guest !== auth.id) throw new HttpError(404, 'No such booking')
  booking.isCancelled = true
  return reply(204, null)
})
