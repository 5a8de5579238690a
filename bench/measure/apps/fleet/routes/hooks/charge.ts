import { operation } from 'svc'
import { charging } from '../../lib/keys.ts'

export const POST = operation(
  { summary: 'A vehicle was charged', auth: charging, body: { vehicle: String } },
  ({ auth, body }) => ({ from: auth.from, vehicle: body.vehicle }),
)
