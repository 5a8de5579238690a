import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayRefund } from '../../lib/guards.ts'

const operation = route('/shop/refunds')

export const POST = operation(
  { summary: 'Give money back', auth: check(inherit, mayRefund), body: { euros: Number } },
  ({ auth, body }) => reply(201, { by: auth.name, euros: body.euros }),
)
