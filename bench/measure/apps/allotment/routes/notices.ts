import { inherit, reply, route } from 'svc'
import { check, fwAuth, optional } from 'svc/security'
import { atLeast } from '../lib/guards.ts'

const operation = route('/notices')

export const GET = operation({ summary: 'Notices; members see theirs', auth: optional(fwAuth) }, ({ auth }) => ({
  notices: auth === undefined ? ['Open garden day'] : ['Open garden day', 'Water is off on Monday'],
}))

export const POST = operation(
  {
    summary: 'Put up a notice',
    auth: check(inherit, atLeast(2)),
    csrf: true,
    body: { text: String },
  },
  ({ auth, body }) => reply(201, { by: auth.name, text: body.text }),
)
