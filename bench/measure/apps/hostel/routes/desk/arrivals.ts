import { route } from 'svc'
import { allBookings } from '../../lib/bookings.ts'

const operation = route('/desk/arrivals')

export const GET = operation({ summary: 'Who comes today' }, () => ({
  arrivals: allBookings().map(({ guest, bed }) => ({ guest, bed })),
}))
