import { operation, reply } from 'svc'
import { oven } from '../../lib/machines.ts'

export const POST = operation({ summary: 'How hot it is', auth: oven, body: { celsius: Number } }, ({ auth, body }) =>
  reply(201, { oven: auth.oven, celsius: body.celsius }),
)
