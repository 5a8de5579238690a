import { reply, route } from 'svc'
import { close } from '../../lib/sessions.ts'

const operation = route('/auth/logout')

export const POST = operation({ summary: 'Log out' }, async ({ auth }) => {
  await close(auth.session)
  return reply(204, null)
})
