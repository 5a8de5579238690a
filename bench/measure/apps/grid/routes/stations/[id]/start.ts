import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { needs } from '../../../lib/guards.ts'

const operation = route('/stations/[id]/start')

export const POST = operation(
  { summary: 'Begin to charge', auth: check(inherit, needs('charge:start')) },
  ({ auth, params }) => reply(201, { by: auth.id, at: params.id }),
)
