import { AuthenticationError, operation } from 'svc'
import { refresh } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'New tokens for a refresh token', auth: null, body: { refresh_token: String } },
  async ({ body }) => {
    const pair = await refresh(body.refresh_token)
    if (pair === null) throw new AuthenticationError('The refresh token is not valid')
    return pair
  },
)
