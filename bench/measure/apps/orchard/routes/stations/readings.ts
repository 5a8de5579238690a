import { operation, reply } from 'svc'
import { station } from '../../lib/machines.ts'

export const POST = operation({ summary: 'A reading', auth: station, body: { degrees: Number } }, ({ auth, body }) =>
  reply(201, { place: auth.place, degrees: body.degrees }),
)
