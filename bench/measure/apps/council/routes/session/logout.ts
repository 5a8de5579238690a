import { reply, route } from 'svc'
import { end } from '../../lib/tokens.ts'

const operation = route('/session/logout')

export const POST = operation({ summary: 'Log out' }, async ({ auth }) => {
  await end(auth.sid)
  return reply(204, null)
})
