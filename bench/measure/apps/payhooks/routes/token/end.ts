import { reply, route } from 'svc'
import { end } from '../../lib/logins.ts'

const operation = route('/token/end')

export const POST = operation({ summary: 'Log out' }, async ({ auth }) => {
  await end(auth.login)
  return reply(204, null)
})
