import { operation } from 'svc'
import { operator } from '../../lib/operators.ts'

export const GET = operation({ summary: 'Traffic, for other roads', auth: operator }, ({ auth }) => ({
  reader: auth.operator,
  vehiclesPerHour: 2_210,
}))
