import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isHead } from '../../lib/guards.ts'

const operation = route('/staff/groups')

export const POST = operation(
  { summary: 'A new group', auth: check(inherit, isHead), body: { name: String } },
  ({ auth, body }) => reply(201, { name: body.name, by: auth.name }),
)
