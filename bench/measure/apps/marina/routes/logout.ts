import { reply, route } from 'svc'
import { end } from '../lib/holders.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out' }, ({ auth }) => {
  end(auth.login)
  return reply(204, null)
})
