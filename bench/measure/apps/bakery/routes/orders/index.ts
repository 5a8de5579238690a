import { reply, route } from 'svc'
import { placeOrder } from '../../lib/orders.ts'
import { statusToken } from '../../lib/tokens.ts'

const operation = route('/orders')

export const POST = operation(
  { summary: 'Order bread', body: { shop: String, bread: String } },
  async ({ auth, body }) => {
    const order = placeOrder(auth.name, body.shop, body.bread)
    return reply(201, { id: order.id, status: await statusToken(auth.name, order.id) })
  },
)
