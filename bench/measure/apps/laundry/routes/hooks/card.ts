import { operation } from 'svc'
import { card } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A payment by card', auth: card, body: { basket: String, cents: Number } },
  ({ auth, body }) => ({ terminal: auth.terminal, cents: body.cents }),
)
