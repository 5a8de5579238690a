import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayCue } from '../../lib/guards.ts'

const operation = route('/stage/cues')

export const POST = operation(
  {
    summary: 'Call a cue',
    auth: check(inherit, mayCue),
    body: { bar: Number },
  },
  ({ auth, body }) => reply(201, { by: auth.name, bar: body.bar }),
)
