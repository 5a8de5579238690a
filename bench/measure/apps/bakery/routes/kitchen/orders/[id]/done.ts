import { HttpError, route } from 'svc'
import { finish } from '../../../../lib/orders.ts'

const operation = route('/kitchen/orders/[id]/done')

export const POST = operation({ summary: 'An order is done', resource: null }, ({ auth, params }) => {
  const found = finish(params.id, auth.shop)
  if (found === undefined) throw new HttpError(404, 'No such order')
  return { id: found.id, isDone: found.isDone }
})
