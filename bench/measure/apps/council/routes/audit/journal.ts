import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isAuditor } from '../../lib/guards.ts'

const operation = route('/audit/journal')

export const GET = operation({ summary: 'Who decided what', auth: check(inherit, isAuditor) }, ({ auth }) => ({
  for: auth.name,
  entries: [{ permit: 'p-0', by: 'wanda' }],
}))
