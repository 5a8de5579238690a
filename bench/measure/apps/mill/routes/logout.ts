import { reply, route } from 'svc'
import { endToken } from '../lib/tokens.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out' }, ({ auth }) => {
  endToken(auth.token)
  return reply(204)
})
