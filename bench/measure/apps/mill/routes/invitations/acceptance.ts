import { operation, reply } from 'svc'
import { z } from 'zod'
import { accept } from '../../lib/invitations.ts'
import { issue } from '../../lib/tokens.ts'

const Acceptance = z.object({ code: z.string(), name: z.string().min(2), password: z.string().min(12) })

// The code stands for the first login.
export const POST = operation({ summary: 'Accept an invitation', auth: null, body: Acceptance }, ({ body }) =>
  reply(201, { token: issue(accept(body)) }),
)
