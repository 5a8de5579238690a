import { Form, reply, route } from 'svc'
import { tokens } from '../lib/tokens.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out', body: Form({ refresh_token: String }) }, async (request) => {
  await tokens.revoke(request, request.body.refresh_token)
  return reply(204, null)
})
