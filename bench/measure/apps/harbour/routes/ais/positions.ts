import { operation, reply } from 'svc'
import { ais } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A position', auth: ais, body: { north: Number, east: Number } },
  ({ auth, body }) => reply(201, { ship: auth.ship, at: [body.north, body.east] }),
)
