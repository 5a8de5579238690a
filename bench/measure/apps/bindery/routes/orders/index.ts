import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { has } from '../../lib/guards.ts'
import { accept, allOrders, order } from '../../lib/orders.ts'

const operation = route('/orders')

export const GET = operation({ summary: 'My orders', auth: check(inherit, has('orders:read')) }, (request) =>
  order.filter(allOrders(), request),
)

export const POST = operation(
  { summary: 'Have a book bound', auth: check(inherit, has('orders:write')), body: { title: String } },
  ({ auth, body }) => {
    const job = accept(auth.name, body.title)
    return reply(202, { job: job.id }, { location: `/api/jobs/${job.id}` })
  },
)
