import { operation, reply } from 'svc'
import { tablet } from '../../lib/machines.ts'

export const POST = operation(
  {
    summary: 'A gate was opened',
    auth: tablet,
    body: { member: String },
  },
  ({ auth, body }) => reply(201, { gate: auth.gate, member: body.member }),
)
