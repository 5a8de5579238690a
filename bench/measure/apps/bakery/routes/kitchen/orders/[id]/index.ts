import { HttpError, route } from 'svc'
import { ordersOf } from '../../../../lib/orders.ts'

const operation = route('/kitchen/orders/[id]')

export const GET = operation({ summary: 'An order of the shop', resource: null }, ({ auth, params }) => {
  const found = ordersOf(auth.shop).find(({ id }) => id === params.id)
  if (found === undefined) throw new HttpError(404, 'No such order')
  return { id: found.id, bread: found.bread, isDone: found.isDone }
})
