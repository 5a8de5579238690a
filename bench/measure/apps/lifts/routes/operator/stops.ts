import { AuthorizationError, operation, reply } from 'svc'
import { all } from 'svc/security'
import { badge, pin } from '../../lib/people.ts'

export const POST = operation(
  { summary: 'Stop a lift', auth: all(badge, pin), body: { reason: String } },
  ({ auth: [operator, owner], body }) => {
    if (operator.name !== owner.name) throw new AuthorizationError('This is the number of another')
    return reply(201, { lift: operator.lift, by: operator.name, reason: body.reason })
  },
)
