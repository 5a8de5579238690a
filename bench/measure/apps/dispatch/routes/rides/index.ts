import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { needs } from '../../lib/guards.ts'
import { allRides, book, ride } from '../../lib/rides.ts'

const operation = route('/rides')

export const GET = operation({ summary: 'Rides of the company' }, (request) => ride.filter(allRides(), request))

export const POST = operation(
  { summary: 'Book a ride', auth: check(inherit, needs('rides:write')), body: { from: String } },
  ({ auth, body }) => reply(201, book(auth.company, body.from)),
)
