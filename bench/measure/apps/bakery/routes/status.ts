import { operation } from 'svc'
import { findOrder } from '../lib/orders.ts'
import { statusLink } from '../lib/tokens.ts'

export const GET = operation({ summary: 'How far an order is', auth: statusLink }, ({ auth }) => ({
  order: auth.order,
  isDone: findOrder(auth.order)?.isDone ?? false,
}))
