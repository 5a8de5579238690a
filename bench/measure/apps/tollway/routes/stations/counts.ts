import { operation, reply } from 'svc'
import { station } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'Vehicles of an hour', auth: station, body: { vehicles: Number } },
  ({ auth, body }) => reply(201, { station: auth.station, vehicles: body.vehicles }),
)
