import { inherit, route } from 'svc'
import { all } from '../../lib/machines.ts'
import { operator } from '../../lib/operators.ts'

const operation = route('/machines')

export const GET = operation({ summary: 'Machines', auth: [inherit, operator] }, ({ auth }) => ({
  for: auth.name,
  machines: all(),
}))
