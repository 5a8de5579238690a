import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isStaff } from '../lib/guards.ts'

const operation = route('/classes')

export const POST = operation(
  { summary: 'A new class', auth: check(inherit, isStaff), body: { title: String } },
  ({ auth, body }) => reply(201, { title: body.title, by: auth.name }),
)
