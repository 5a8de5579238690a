import { reply, route } from 'svc'
import { endLogin } from '../../lib/tokens.ts'

const operation = route('/auth/logout')

export const POST = operation({ summary: 'Log out' }, ({ auth }) => {
  endLogin(auth.login)
  return reply(204, null)
})
