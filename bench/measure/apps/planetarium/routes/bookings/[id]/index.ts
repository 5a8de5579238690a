import { route } from 'svc'

const operation = route('/bookings/[id]')

export const GET = operation({ summary: 'One booking' }, ({ resources }) => resources.booking)
