import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isParent } from '../../lib/guards.ts'

const operation = route('/absences')

export const POST = operation(
  { summary: 'Report a child ill', auth: check(inherit, isParent), body: { child: String, day: String } },
  ({ auth, body }) => reply(201, { by: auth.name, child: body.child, day: body.day }),
)
