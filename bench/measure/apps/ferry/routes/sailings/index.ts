import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { addSailing, listSailings } from '../../lib/bookings.ts'
import { isHarbour } from '../../lib/guards.ts'

const operation = route('/sailings')

export const GET = operation({ summary: 'All sailings', auth: null }, () => listSailings())

export const POST = operation(
  { summary: 'An extra sailing', auth: check(inherit, isHarbour), body: { sailing: String } },
  ({ body }) => reply(201, addSailing(body.sailing)),
)
