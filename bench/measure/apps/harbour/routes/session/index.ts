import { reply, route } from 'svc'
import { end } from '../../lib/tokens.ts'

const operation = route('/session')

export const DELETE = operation({ summary: 'Log out' }, ({ auth }) => {
  end(auth.login)
  return reply(204, null)
})
