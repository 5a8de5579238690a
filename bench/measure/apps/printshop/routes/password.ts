import { AuthorizationError, reply, route } from 'svc'
import { login } from 'svc/security'
import { z } from 'zod'
import { changePassword, checkPassword } from '../lib/people.ts'

const operation = route('/password')

const body = z.object({ old: z.string(), next: z.string().min(12).max(200) })

// The session that asks goes on, as a new one; all others of this user end.
export const POST = operation({ summary: 'Change the password', body }, async (request) => {
  const { auth, body } = request
  if (!checkPassword(auth.name, body.old)) throw new AuthorizationError('Wrong password')
  changePassword(auth.name, body.next)
  await login(request, auth)
  return reply(204)
})
