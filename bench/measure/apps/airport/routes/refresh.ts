import { operation } from 'svc'
import { tokens } from '../lib/tokens.ts'

export const POST = operation(
  { summary: 'The next tokens', auth: null, body: { refresh_token: String } },
  async (request) => {
    const token = request.body.refresh_token
    return tokens.rotate(request, token)
  },
)
