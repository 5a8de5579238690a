import { operation, reply } from 'svc'
import { account, logOut } from '../../lib/accounts.ts'

export const POST = operation(
  { summary: 'Log out', auth: account, body: { refresh_token: String } },
  async (request) => {
    await logOut(request, request.auth.login, request.body.refresh_token)
    return reply(204, null)
  },
)
