import { operation, reply } from 'svc'
import { telescope } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A frame was taken', auth: telescope, body: { seconds: Number } },
  ({ auth, body }) => reply(201, { telescope: auth.telescope, seconds: body.seconds }),
)
