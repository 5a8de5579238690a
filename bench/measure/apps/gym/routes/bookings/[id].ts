import { route } from 'svc'
import { booking } from '../../lib/classes.ts'

const operation = route('/bookings/[id]')

export const GET = operation({ summary: 'One booking', resource: booking }, ({ resources }) => resources.booking)
