import { reply, route } from 'svc'
import { topUp } from '../../lib/stations.ts'

const operation = route('/admin/refunds')

export const POST = operation({ body: { user: String, cents: Number } }, ({ body }) =>
  reply(201, { credit: topUp(body.user, body.cents) }),
)
