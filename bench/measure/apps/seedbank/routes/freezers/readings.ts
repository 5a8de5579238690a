import { operation, reply } from 'svc'
import { freezerKey } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A temperature', auth: freezerKey, body: { degrees: Number } },
  ({ auth, body }) => reply(201, { freezer: auth.freezer, degrees: body.degrees }),
)
