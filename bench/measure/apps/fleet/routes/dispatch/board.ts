import { route } from 'svc'
import { assignments } from '../../lib/vehicles.ts'

const operation = route('/dispatch/board')

export const GET = operation({ summary: 'Who has which vehicle' }, ({ auth }) => ({
  for: auth.name,
  board: Object.fromEntries(assignments),
}))
