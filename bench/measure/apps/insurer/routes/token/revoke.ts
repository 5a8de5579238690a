import { Form, operation } from 'svc'
import { tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log out', auth: null, body: Form({ refresh_token: String }) },
  async (request) => {
    await tokens.revoke(request, request.body.refresh_token)
    return { ended: true }
  },
)
