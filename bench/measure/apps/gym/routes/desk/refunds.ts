import { inherit, route } from 'svc'
import { all, check } from 'svc/security'
import { isAtOwnTill } from '../../lib/guards.ts'
import { till } from '../../lib/keys.ts'

const operation = route('/desk/refunds')

/** Who works here, at a till. */
export const auth = all(inherit, till)

export const POST = operation(
  { summary: 'Pay back', auth: check(inherit, isAtOwnTill), body: { cents: Number } },
  ({ auth: [person, at], body }) => ({ by: person.name, branch: at.branch, cents: body.cents }),
)
