import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { needs } from '../lib/guards.ts'

const operation = route('/payouts')

export const GET = operation({ summary: 'Payouts', auth: check(inherit, needs('payouts:read')) }, ({ auth }) => ({
  to: auth.merchant,
  cents: 118_400,
}))
