import { route } from 'svc'
import { ordersOf } from '../../../lib/orders.ts'

const operation = route('/kitchen/orders')

export const GET = operation({ summary: 'Orders of the shop' }, ({ auth }) => ({ orders: ordersOf(auth.shop) }))
