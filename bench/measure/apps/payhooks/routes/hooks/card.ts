import { operation } from 'svc'
import { card } from '../../lib/hooks.ts'

export const POST = operation(
  { summary: 'A payment by card', auth: card, body: { id: String, cents: Number } },
  ({ body }) => ({ taken: body.id }),
)
