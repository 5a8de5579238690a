import { operation, reply } from 'svc'
import { kiosk } from '../../lib/machines.ts'

export const POST = operation({ summary: 'A ticket was sold', auth: kiosk, body: { seat: String } }, ({ auth, body }) =>
  reply(201, { at: auth.place, seat: body.seat }),
)
