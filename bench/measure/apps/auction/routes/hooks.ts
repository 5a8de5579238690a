import { operation } from 'svc'
import { payment } from '../lib/payments.ts'

export const POST = operation(
  { summary: 'A payment came in', auth: payment, body: { invoice: String } },
  ({ auth, body }) => ({ from: auth.from, invoice: body.invoice }),
)
