import { AuthenticationError, operation } from 'svc'
import { renew } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'The next tokens', auth: null, body: { refresh_token: String } },
  ({ body }) => {
    const tokens = renew(body.refresh_token)
    if (tokens === null) throw new AuthenticationError('Log in again')
    return tokens
  },
)
