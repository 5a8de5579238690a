import { Form, operation, reply } from 'svc'
import { tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log out', auth: null, body: Form({ refresh_token: String }), response: { 204: null } },
  async (request) => {
    await tokens.revoke(request, request.body.refresh_token)
    return reply(204, null)
  },
)
