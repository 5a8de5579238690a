import { operation } from 'svc'
import { payment } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A payment', auth: payment, body: { booking: String, cents: Number } },
  ({ auth, body }) => ({ from: auth.from, booking: body.booking, cents: body.cents }),
)
