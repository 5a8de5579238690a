import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayRemove } from '../../../lib/guards.ts'

const operation = route('/committee/members/[name]')

export const resource = null

export const DELETE = operation(
  { summary: 'Remove a member at the end of the season', auth: check(inherit, mayRemove) },
  ({ auth, params }) => ({ by: auth.name, removes: params.name }),
)
