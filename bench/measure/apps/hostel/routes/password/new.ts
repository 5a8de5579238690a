import { operation, reply } from 'svc'
import { z } from 'zod'
import { resetPassword } from '../../lib/people.ts'

const Reset = z.object({ name: z.string(), code: z.string(), next: z.string().min(12) })

export const POST = operation({ summary: 'A new password for a code', auth: null, body: Reset }, ({ body }) => {
  resetPassword(body.name, body.code, body.next)
  return reply(204)
})
