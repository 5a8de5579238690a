import { reply, route } from 'svc'
import { z } from 'zod'
import { keysOf, makeKey } from '../../lib/keys.ts'

const operation = route('/keys')

export const GET = operation({ summary: 'The keys that I made' }, ({ auth }) => ({ keys: keysOf(auth.id) }))

export const POST = operation(
  {
    summary: 'Make a key',
    body: z.object({ role: z.enum(['keeper', 'reader']), days: z.number().int().min(1).max(90) }),
  },
  ({ auth, body }) => reply(201, makeKey(auth.id, body.role, body.days)),
)
