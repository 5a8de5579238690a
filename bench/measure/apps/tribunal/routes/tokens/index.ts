import { reply, route } from 'svc'
import { z } from 'zod'
import { browserSession, makeToken } from '../../lib/auth.ts'

const operation = route('/tokens')

// Only in a browser: a program makes no tokens.
export const auth = browserSession

export const POST = operation(
  { summary: 'A token for a program', body: z.object({ mode: z.enum(['read', 'write']) }) },
  ({ auth: { email }, body }) => reply(201, makeToken(email, body.mode)),
)
