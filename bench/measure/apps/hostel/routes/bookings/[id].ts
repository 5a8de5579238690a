import { reply, route } from 'svc'
import { booking, cancel, isGuest } from '../../lib/bookings.ts'

const operation = route('/bookings/[id]')

export const resource = booking

export const GET = operation({ summary: 'One booking' }, ({ resources }) => resources.booking)

export const DELETE = operation({ summary: 'Cancel', resource: booking.only(isGuest) }, ({ resources }) => {
  cancel(resources.booking.id)
  return reply(204)
})
