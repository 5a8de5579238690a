import { operation } from 'svc'
import { paymentsSignature } from '../../lib/payments.ts'

export const POST = operation(
  { summary: 'Something was paid', auth: paymentsSignature, body: { booking: String, state: String } },
  ({ auth, body }) => ({ received: body.booking, from: auth.sender }),
)
