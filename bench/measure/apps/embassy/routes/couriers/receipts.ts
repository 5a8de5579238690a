import { operation } from 'svc'
import { courier } from '../../lib/couriers.ts'

// A receipt that came before is answered like a new one.
export const POST = operation(
  { summary: 'A bag has come', auth: courier, body: { bag: String } },
  ({ auth, body }) => ({
    from: auth.from,
    bag: body.bag,
  }),
)
