import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isOnShift } from '../../lib/guards.ts'

const operation = route('/dispatch/assignments')

export const POST = operation(
  { summary: 'Send a rider', auth: check(inherit, isOnShift), body: { rider: String } },
  ({ auth, body }) => reply(201, { by: auth.name, rider: body.rider }),
)
