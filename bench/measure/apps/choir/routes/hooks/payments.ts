import { operation } from 'svc'
import { payment } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A fee that was paid', auth: payment, body: { id: String, choir: String, cents: Number } },
  ({ auth, body }) => ({ from: auth.from, choir: body.choir, cents: body.cents }),
)
