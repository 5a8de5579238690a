import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { haul } from '../../../lib/boats.ts'
import { mayHaul } from '../../../lib/guards.ts'

const operation = route('/boats/[id]/haul')

export const POST = operation(
  { summary: 'Lift a boat out', auth: check(inherit, mayHaul), body: { tons: Number } },
  ({ body, resources }) => haul(resources.boat, body.tons),
)
