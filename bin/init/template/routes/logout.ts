import { operation, reply } from 'svc'
import { fwAuth, logout } from 'svc/security'

export const POST = operation({ summary: 'Log out', auth: fwAuth, response: { 204: null } }, async (request) => {
  await logout(request)
  return reply(204, null)
})
