import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayWriteStations } from '../../lib/auth.ts'
import { stations } from '../../lib/stations.ts'

const operation = route('/stations')

export const GET = operation(() => stations)

export const POST = operation(
  { auth: check(inherit, mayWriteStations), body: { place: String, kw: Number } },
  ({ body }) => {
    const station = { id: `st-${stations.length + 1}`, ...body }
    stations.push(station)
    return reply(201, station)
  },
)
