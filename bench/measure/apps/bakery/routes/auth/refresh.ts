import { AuthenticationError, operation } from 'svc'
import { renew } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'The next tokens', auth: null, body: { refresh: String } },
  async ({ body }) => {
    const tokens = await renew(body.refresh)
    if (tokens === null) throw new AuthenticationError('Log in again')
    return tokens
  },
)
