import { AuthorizationError, route } from 'svc'
import { login } from 'svc/security'
import { z } from 'zod'
import { isPassword, setPassword } from '../../lib/people.ts'

const operation = route('/me/password')

const Change = z.object({ current: z.string(), next: z.string().min(12) })

export const PUT = operation({ summary: 'Change my password', body: Change }, async (request) => {
  const { auth, body } = request
  if (!isPassword(auth.name, body.current)) throw new AuthorizationError('Wrong password')
  setPassword(auth.name, body.next)
  await login(request, auth)
  return { changed: true }
})
