import { operation } from 'svc'
import { tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'End a login', auth: null, body: { refresh_token: String } },
  async (request) => {
    await tokens.revoke(request, request.body.refresh_token)
    return { ended: true }
  },
)
