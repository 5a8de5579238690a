import { route } from 'svc'
import { booking } from '../../lib/bookings.ts'

const operation = route('/bookings/[id]')

export const resource = booking

export const GET = operation({ summary: 'One booking' }, ({ resources }) => resources.booking)
