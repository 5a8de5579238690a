import { operation } from 'svc'
import { billingHook } from '../../lib/signatures.ts'

export const POST = operation(
  { summary: 'A payment', auth: billingHook, body: { invoice: String } },
  ({ auth, body }) => ({ from: auth.sender, invoice: body.invoice }),
)
