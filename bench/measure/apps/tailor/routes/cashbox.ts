import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isFreshMaster } from '../lib/guards.ts'

const operation = route('/cashbox')

export const GET = operation({ summary: 'The cashbox of today', auth: check(inherit, isFreshMaster) }, ({ auth }) => ({
  for: auth.name,
  total: 1_285,
}))
