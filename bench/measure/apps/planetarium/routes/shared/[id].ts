import { HttpError, route } from 'svc'
import { findBooking, sharedLink } from '../../lib/bookings.ts'

const operation = route('/shared/[id]')

// The seal of the link says which booking it is for.
export const resource = null

export const GET = operation({ summary: 'What a friend sees', auth: sharedLink }, ({ params, auth }) => {
  const found = findBooking(params.id)
  if (found === undefined) throw new HttpError(404)
  const { show, seats } = found
  return { show, seats, until: auth.until }
})
