import { AuthenticationError, operation } from 'svc'
import { logIn } from '../lib/riders.ts'

export const POST = operation(
  { summary: 'A token for a pin', auth: null, body: { name: String, pin: String } },
  ({ body }) => {
    const token = logIn(body.name, body.pin)
    if (token === null) throw new AuthenticationError('Wrong name or pin')
    return { token }
  },
)
