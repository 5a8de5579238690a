import { operation, reply } from 'svc'
import { registry } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'An entry was made', auth: registry, body: { parcel: String } },
  ({ auth, body }) => reply(201, { from: auth.from, parcel: body.parcel }),
)
