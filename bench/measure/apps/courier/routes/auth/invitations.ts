import { operation, reply } from 'svc'
import { account } from '../../lib/accounts.ts'

export const POST = operation(
  {
    summary: 'Invite a colleague',
    auth: account,
    body: { email: String },
  },
  ({ body }) => reply(201, { email: body.email, code: 'c0de-7f21' }),
)
