import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isOnShift } from '../../lib/guards.ts'

const operation = route('/cellar/releases')

export const POST = operation(
  { summary: 'Release a tank', auth: check(inherit, isOnShift), body: { tank: Number } },
  ({ auth, body }) => reply(201, { tank: body.tank, by: auth.name }),
)
