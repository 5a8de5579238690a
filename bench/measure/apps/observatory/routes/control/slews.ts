import { operation, reply } from 'svc'
import { operator } from '../../lib/control.ts'

export const POST = operation(
  { summary: 'Move a telescope', auth: operator, body: { azimuth: Number } },
  ({ auth, body }) => reply(202, { by: auth.operator, azimuth: body.azimuth }),
)
