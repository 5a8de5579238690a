import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { has } from '../../lib/guards.ts'
import { order } from '../../lib/orders.ts'

const operation = route('/orders/[id]')

export const resource = order

export const GET = operation(
  { summary: 'One order', auth: check(inherit, has('orders:read')) },
  ({ resources }) => resources.order,
)
