import { operation, reply } from 'svc'
import { kiosk } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A glass was sold', auth: kiosk, body: { litres: Number } },
  ({ auth, body }) => reply(201, { bar: auth.bar, litres: body.litres }),
)
