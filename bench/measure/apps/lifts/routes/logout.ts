import { reply, route } from 'svc'
import { end } from '../lib/tokens.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out' }, ({ auth }) => {
  end(auth.selector)
  return reply(204, null)
})
