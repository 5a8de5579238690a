import { operation, reply } from 'svc'
import { scale } from '../../lib/machines.ts'

export const POST = operation({ summary: 'A weight', auth: scale, body: { tons: Number } }, ({ auth, body }) =>
  reply(201, { place: auth.place, tons: body.tons }),
)
