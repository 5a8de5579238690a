import { route } from 'svc'
import { z } from 'zod'
import { reset } from '../../lib/resets.ts'

const operation = route('/password/reset')

const Reset = z.object({ name: z.string(), token: z.string(), password: z.string().min(12) })

export const POST = operation({ summary: 'Set a new password', body: Reset }, ({ body }) => {
  reset(body.name, body.token, body.password)
  return { changed: true }
})
