import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayDiscount } from '../../lib/customers.ts'

const operation = route('/shop/discounts')

export const POST = operation(
  { summary: 'Cheaper bread in the evening', auth: check(inherit, mayDiscount), body: { percent: Number } },
  ({ auth, body }) => reply(201, { by: auth.name, percent: body.percent }),
)
