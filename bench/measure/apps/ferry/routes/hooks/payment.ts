import { operation } from 'svc'
import { payment } from '../../lib/keys.ts'

export const POST = operation(
  { summary: 'A booking was paid', auth: payment, body: { booking: String } },
  ({ auth, body }) => ({ from: auth.from, booking: body.booking }),
)
