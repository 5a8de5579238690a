import { reply, route } from 'svc'
import { z } from 'zod'
import { changePassword } from '../../lib/people.ts'

const operation = route('/me/password')

const Change = z.object({ current: z.string(), next: z.string().min(12) })

export const PUT = operation({ summary: 'Another password', body: Change }, async (request) => {
  await changePassword(request, request.auth, request.body.current, request.body.next)
  return reply(204)
})
