import { operation, reply } from 'svc'
import { garage } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'An estimate of a garage', auth: garage, body: { claim: String, amount: Number } },
  ({ auth, body }) => reply(201, { garage: auth.garage, amount: body.amount }),
)
