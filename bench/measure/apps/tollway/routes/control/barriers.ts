import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isLeader } from '../../lib/people.ts'

const operation = route('/control/barriers')

export const POST = operation(
  { summary: 'Move a barrier', auth: check(inherit, isLeader), body: { lane: Number } },
  ({ auth, body }) => reply(201, { by: auth.name, lane: body.lane }),
)
