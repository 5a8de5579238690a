import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayCancel } from '../../../lib/guards.ts'

const operation = route('/staff/stays/[id]')

export const resource = null

export const DELETE = operation(
  { summary: 'Cancel a stay at the end of the day', auth: check(inherit, mayCancel) },
  ({ auth, params }) => ({ by: auth.name, cancels: params.id }),
)
