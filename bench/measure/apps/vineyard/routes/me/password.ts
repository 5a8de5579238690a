import { reply, route } from 'svc'
import { z } from 'zod'
import { changePassword } from '../../lib/accounts.ts'

const operation = route('/me/password')

const Change = z.object({ current: z.string().min(1), next: z.string().min(12) })

export const PUT = operation({ summary: 'Another password', body: Change }, ({ auth, body }) => {
  changePassword(auth.name, body.current, body.next)
  return reply(204)
})
