import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { needs } from '../../../lib/guards.ts'

const operation = route('/stations/[id]/unlock')

export const POST = operation(
  { summary: 'Unlock the socket', auth: check(inherit, needs('station:unlock')) },
  ({ auth, params }) => reply(202, { by: auth.id, at: params.id }),
)
