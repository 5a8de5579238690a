import { operation, reply } from 'svc'
import { feeder } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A meal was given', auth: feeder, body: { grams: Number } },
  ({ auth, body }) => reply(201, { pen: auth.pen, grams: body.grams }),
)
