import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { needs } from '../../lib/guards.ts'

const operation = route('/ops/charges')

export const GET = operation(
  { summary: 'Charges of everybody', auth: check(inherit, needs('charges:read-all')) },
  ({ auth }) => ({ for: auth.id, wattHours: 25_550 }),
)
