import { reply, route } from 'svc'
import { logout } from 'svc/security'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out' }, async (request) => {
  await logout(request)
  return reply(204)
})
