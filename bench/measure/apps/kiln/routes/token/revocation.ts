import { Form, reply, route } from 'svc'
import { logOut } from '../../lib/members.ts'

const operation = route('/token/revocation')

export const POST = operation({ summary: 'Log out', body: Form({ refresh_token: String }) }, async (request) => {
  await logOut(request, request.auth.login, request.body.refresh_token)
  return reply(204)
})
