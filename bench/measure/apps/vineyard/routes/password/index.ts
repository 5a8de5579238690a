import { operation, reply } from 'svc'
import { z } from 'zod'
import { resetToken, setPassword } from '../../lib/accounts.ts'

const New = z.object({ next: z.string().min(12) })

export const POST = operation({ summary: 'A new password', auth: resetToken, body: New }, ({ auth, body }) => {
  setPassword(auth.name, body.next)
  return reply(204)
})
