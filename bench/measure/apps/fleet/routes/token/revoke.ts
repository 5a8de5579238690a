import { operation, reply } from 'svc'
import { revoke } from '../../lib/tokens.ts'

export const POST = operation({ summary: 'Log out', auth: null, body: { token: String } }, async ({ body }) => {
  await revoke(body.token)
  return reply(204, null)
})
