import { reply, route } from 'svc'
import { logOut } from '../lib/accounts.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out', body: { refresh_token: String } }, async (request) => {
  await logOut(request, request.body.refresh_token)
  return reply(204, null)
})
