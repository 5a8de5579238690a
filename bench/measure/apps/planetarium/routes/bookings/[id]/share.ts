import { reply, route } from 'svc'
import { shareLink } from '../../../lib/bookings.ts'

const operation = route('/bookings/[id]/share')

export const POST = operation({ summary: 'A link for friends' }, ({ resources }) =>
  reply(201, { link: shareLink(resources.booking.id) }),
)
