import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isConsul } from '../../lib/officers.ts'

const operation = route('/officers/duty')

export const GET = operation({ summary: 'Who is on duty at my post' }, ({ auth }) => ({
  post: auth.post,
  night: 'ivo',
}))

export const POST = operation(
  { summary: 'Put an officer on duty', auth: check(inherit, isConsul), body: { officer: String } },
  ({ auth, body }) => reply(201, { officer: body.officer, by: auth.officer }),
)
