import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isSenior } from '../../lib/guards.ts'

const operation = route('/yard/roster')

export const GET = operation({ summary: 'Who works when', auth: check(inherit, isSenior) }, ({ auth }) => ({
  yard: auth.yard,
  shifts: ['early', 'late'],
}))
