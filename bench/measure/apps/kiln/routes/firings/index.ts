import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { begin } from '../../lib/firings.ts'

const operation = route('/firings')

export const POST = operation(
  {
    summary: 'Begin a firing',
    auth: check(inherit, hasScope('firings:write')),
    body: { cone: Number },
  },
  ({ auth, body }) => reply(201, begin(auth.name, body.cone)),
)
