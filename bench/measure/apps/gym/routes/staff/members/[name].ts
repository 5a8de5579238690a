import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isManager } from '../../../lib/guards.ts'

const operation = route('/staff/members/[name]')

export const resource = null

export const DELETE = operation(
  { summary: 'End a contract at the end of the month', auth: check(inherit, isManager) },
  ({ auth, params }) => ({ by: auth.name, ends: params.name }),
)
