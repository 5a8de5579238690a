import { reply, route } from 'svc'
import { end } from '../../lib/tokens.ts'

const operation = route('/auth/logout')

export const POST = operation({ summary: 'Log out' }, async ({ auth }) => {
  await end(auth.login)
  return reply(204, null)
})
