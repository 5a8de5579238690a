import { operation } from 'svc'
import { invoices } from '../../lib/hooks.ts'

export const POST = operation(
  { summary: 'An invoice was paid', auth: invoices, body: { invoice: String } },
  ({ body }) => ({ taken: body.invoice }),
)
