import { operation, reply } from 'svc'
import { lock } from '../../lib/machines.ts'

export const POST = operation({ summary: 'A door was opened', auth: lock, body: { card: String } }, ({ auth, body }) =>
  reply(201, { room: auth.room, card: body.card }),
)
