import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { needs } from '../lib/guards.ts'
import { refund } from '../lib/refunds.ts'

const operation = route('/refunds')

export const POST = operation(
  {
    summary: 'Refund a payment',
    auth: check(inherit, needs('payments:read', 'refunds:write')),
    body: { cents: Number },
  },
  ({ auth, body }) => reply(201, { ...refund(body.cents), by: auth.id }),
)
