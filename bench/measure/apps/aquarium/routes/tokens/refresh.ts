import { operation } from 'svc'
import { z } from 'zod'
import { refresh } from '../../lib/keepers.ts'

const body = z.object({ refresh_token: z.string(), scope: z.string().optional() })

export const POST = operation({ summary: 'The next tokens', auth: null, body }, (request) =>
  refresh(request.body.refresh_token, request.body.scope),
)
