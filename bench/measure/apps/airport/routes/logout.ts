import { operation, reply } from 'svc'
import { tokens } from '../lib/tokens.ts'

export const POST = operation({ summary: 'Log out', auth: null, body: { refresh_token: String } }, async (request) => {
  const token = request.body.refresh_token
  await tokens.revoke(request, token)
  return reply(204, null)
})
