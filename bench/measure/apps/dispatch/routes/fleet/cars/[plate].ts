import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayRetire } from '../../../lib/guards.ts'

const operation = route('/fleet/cars/[plate]')

export const resource = null

export const GET = operation({ summary: 'One car' }, ({ params }) => ({ plate: params.plate, fuel: '61 per cent' }))

export const DELETE = operation(
  { summary: 'Take a car out of service', auth: check(inherit, mayRetire) },
  ({ auth, params }) => ({ by: auth.name, retired: params.plate }),
)
