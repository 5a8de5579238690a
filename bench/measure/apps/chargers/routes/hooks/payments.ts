import { operation } from 'svc'
import { paywell } from '../../lib/machines.ts'
import { topUp } from '../../lib/stations.ts'

export const POST = operation({ auth: paywell, body: { user: String, cents: Number } }, ({ body }) => ({
  credit: topUp(body.user, body.cents),
}))
