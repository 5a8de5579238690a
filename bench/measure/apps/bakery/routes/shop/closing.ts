import { inherit, reply, route } from 'svc'
import { all, check } from 'svc/security'
import { mayClose } from '../../lib/customers.ts'
import { till } from '../../lib/machines.ts'

const operation = route('/shop/closing')

/** Who works here, at a till. */
export const auth = all(check(inherit, mayClose), till)

export const POST = operation({ summary: 'Count the money', body: { cents: Number } }, ({ body }) =>
  reply(201, { counted: body.cents }),
)
