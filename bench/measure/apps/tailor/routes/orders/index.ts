import { route } from 'svc'
import { allOrders, order } from '../../lib/orders.ts'

const operation = route('/orders')

export const GET = operation({ summary: 'My orders' }, async (request) => ({
  orders: await order.filter(allOrders(), request),
}))
