import { route } from 'svc'
import { load, ownLoad, weigh } from '../../lib/loads.ts'

const operation = route('/loads/[id]')

export const resource = load

export const GET = operation({ summary: 'One load' }, ({ resources }) => resources.load)

export const PATCH = operation(
  { summary: 'Another weight', resource: ownLoad, body: { tons: Number } },
  ({ body, resources }) => weigh(resources.load, body.tons),
)
