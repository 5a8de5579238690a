import { operation } from 'svc'
import { roaming } from '../../lib/hooks.ts'

export const POST = operation(
  { summary: 'A driver of a partner charged', auth: roaming, body: { driver: String, wattHours: Number } },
  ({ auth, body }) => ({ from: auth.partner, taken: body.driver }),
)
