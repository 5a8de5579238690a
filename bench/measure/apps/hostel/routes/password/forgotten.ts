import { operation, reply } from 'svc'
import { requestReset } from '../../lib/people.ts'

export const POST = operation({ summary: 'A code by mail', auth: null, body: { name: String } }, ({ body }) =>
  reply(202, requestReset(body.name)),
)
