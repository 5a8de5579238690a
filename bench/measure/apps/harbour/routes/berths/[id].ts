import { route } from 'svc'
import { berth, moor } from '../../lib/berths.ts'

const operation = route('/berths/[id]')

export const resource = berth

export const GET = operation({ summary: 'One berth' }, ({ resources }) => resources.berth)

export const PUT = operation(
  { summary: 'The ship at a berth', body: { ship: String, metres: Number } },
  ({ body, resources }) => moor(resources.berth, body.ship, body.metres),
)
