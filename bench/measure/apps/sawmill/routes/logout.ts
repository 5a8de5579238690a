import { operation, reply } from 'svc'
import { tokens } from '../lib/tokens.ts'

export const POST = operation({ auth: null, summary: 'Log out', body: { refresh_token: String } }, async (request) => {
  await tokens.revoke(request, request.body.refresh_token)
  return reply(204)
})
