import { operation } from 'svc'
import { stamp } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A fee was paid', auth: stamp, body: { cents: Number } },
  ({ auth, body }) => ({
    from: auth.from,
    cents: body.cents,
  }),
)
