import { operation } from 'svc'
import { scales } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'Malt was weighed', auth: scales, body: { malt: String, kilos: Number } },
  ({ auth, body }) => ({ from: auth.by, malt: body.malt, kilos: body.kilos }),
)
