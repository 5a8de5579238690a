import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isAtWork } from '../../lib/guards.ts'

const operation = route('/apron/vehicles')

export const GET = operation(
  { summary: 'Vehicles that are free, for who is at work', auth: check(inherit, isAtWork) },
  ({ auth }) => ({ for: auth.name, vehicles: ['tug 4', 'tug 7'] }),
)
