import { operation } from 'svc'
import { bank } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A fee was paid', auth: bank, body: { case: String, cents: Number } },
  ({ body }) => ({ paid: body.case }),
)
