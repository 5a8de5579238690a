import { operation } from 'svc'
import { meter } from '../../lib/hooks.ts'

export const POST = operation(
  { summary: 'A reading of a meter', auth: meter, body: { wattHours: Number } },
  ({ auth, body }) => ({ meter: auth.meter, wattHours: body.wattHours }),
)
