import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isAtOwnCounter } from '../../lib/guards.ts'

const operation = route('/counter/stamps')

export const POST = operation(
  { summary: 'Stamp a paper', auth: check(inherit, isAtOwnCounter), body: { paper: String } },
  ({ auth: [clerk, terminal], body }) => ({ paper: body.paper, by: clerk.name, at: terminal.office }),
)
