import { HttpError, reply, route } from 'svc'
import { addBooking } from '../../lib/bookings.ts'
import { findListing } from '../../lib/listings.ts'

const operation = route('/bookings')

export const POST = operation({ summary: 'Book a place', body: { listing: String } }, ({ auth, body }) => {
  if (findListing(body.listing) === undefined) throw new HttpError(404, 'No such place')
  return reply(201, addBooking(auth.id, body.listing))
})
