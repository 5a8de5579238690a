import { inherit, reply, route } from 'svc'
import { all, check } from 'svc/security'
import { badge } from '../../lib/devices.ts'
import { hasOwnBadge } from '../../lib/guards.ts'

const operation = route('/apron/pushbacks')

/** Who is logged in, with a badge at the reader of the apron. */
export const auth = all(inherit, badge)

export const POST = operation(
  { summary: 'Push an aircraft back', auth: check(inherit, hasOwnBadge), body: { stand: String } },
  ({ auth: [person], body }) => reply(201, { by: person.name, stand: body.stand }),
)
