import { operation, reply } from 'svc'
import { gate } from '../../lib/machines.ts'

export const POST = operation({ summary: 'A gate was opened', auth: gate, body: { at: String } }, ({ auth, body }) =>
  reply(201, { gate: auth.gate, at: body.at }),
)
