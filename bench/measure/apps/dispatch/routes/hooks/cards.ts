import { operation } from 'svc'
import { cards } from '../../lib/partners.ts'

export const POST = operation(
  { summary: 'A card was charged', auth: cards, body: { ride: String, cents: Number } },
  ({ auth, body }) => ({ from: auth.from, ride: body.ride, paid: body.cents }),
)
