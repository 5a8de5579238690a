import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { needs } from '../../../lib/guards.ts'
import { cancel } from '../../../lib/rides.ts'

const operation = route('/rides/[id]/cancel')

export const POST = operation(
  { summary: 'Cancel a ride', auth: check(inherit, needs('rides:write', 'rides:cancel')) },
  ({ resources }) => cancel(resources.ride),
)
