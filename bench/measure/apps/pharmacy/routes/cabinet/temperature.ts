import { operation, reply } from 'svc'
import { cabinet } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A temperature', auth: cabinet, body: { celsius: Number } },
  ({ auth, body }) => reply(201, { cabinet: auth.cabinet, celsius: body.celsius }),
)
