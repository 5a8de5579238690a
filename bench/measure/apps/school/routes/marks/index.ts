import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isTeacher } from '../../lib/guards.ts'

const operation = route('/marks')

export const POST = operation(
  { summary: 'Give a mark', auth: check(inherit, isTeacher), body: { child: String, mark: Number } },
  ({ auth, body }) => reply(201, { by: auth.name, child: body.child, mark: body.mark }),
)
