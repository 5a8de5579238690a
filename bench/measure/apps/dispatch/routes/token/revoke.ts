import { Form, operation, reply } from 'svc'
import { z } from 'zod'
import { tokens } from '../../lib/tokens.ts'

const body = Form(z.object({ refresh_token: z.string(), reason: z.string().optional() }))

export const POST = operation({ summary: 'Log out', auth: null, body }, async (request) => {
  await tokens.revoke(request, request.body.refresh_token)
  return reply(204, null)
})
