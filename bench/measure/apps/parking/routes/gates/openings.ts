import { operation, reply } from 'svc'
import { gate } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A barrier was opened', auth: gate, body: { plate: String } },
  ({ auth, body }) => reply(201, { gate: auth.gate, plate: body.plate }),
)
