import { route } from 'svc'
import { order } from '../../lib/orders.ts'

const operation = route('/orders/[id]')

export const GET = operation({ summary: 'One order', resource: order }, ({ resources }) => resources.order)
