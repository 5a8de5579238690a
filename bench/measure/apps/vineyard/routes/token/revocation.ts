import { operation, reply } from 'svc'
import { revoke } from '../../lib/accounts.ts'

// As RFC 7009: 200 for each token, also for one that never was.
export const POST = operation({ summary: 'Log out', auth: null, body: { refresh_token: String } }, async (request) => {
  await revoke(request, request.body.refresh_token)
  return reply(200, {})
})
