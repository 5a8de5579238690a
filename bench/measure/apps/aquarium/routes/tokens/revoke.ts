import { operation } from 'svc'
import { revoke } from '../../lib/keepers.ts'

// As RFC 7009 has it: the same answer for each text.
export const POST = operation(
  { summary: 'Give a refresh token back', auth: null, body: { refresh_token: String } },
  ({ body }) => {
    revoke(body.refresh_token)
    return {}
  },
)
