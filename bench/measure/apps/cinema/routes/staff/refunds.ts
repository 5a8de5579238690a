import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { may } from '../../lib/guards.ts'

const operation = route('/staff/refunds')

export const POST = operation(
  { summary: 'Pay back a booking', auth: check(inherit, may('refunds')), body: { cents: Number } },
  ({ auth, body }) => reply(201, { by: auth.name, cents: body.cents }),
)
