import { operation, reply } from 'svc'
import { gate } from '../../lib/stations.ts'

export const POST = operation({ summary: 'A gate has opened', auth: gate, body: { pass: String } }, ({ auth, body }) =>
  reply(201, { gate: auth.gate, pass: body.pass }),
)
