import { operation } from 'svc'
import { payment } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A payment', auth: payment, body: { stay: String, cents: Number } },
  ({ auth, body }) => ({ from: auth.from, paid: body.cents }),
)
