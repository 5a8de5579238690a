import { reply, route } from 'svc'
import { z } from 'zod'
import { register } from '../../lib/auth.ts'

const operation = route('/auth/register')

const body = z.object({
  code: z.string(),
  email: z.email(),
  password: z.string().min(10),
  // the app shows which role one was invited for
  role: z.string().optional(),
})

export const POST = operation({ body }, (request) => reply(201, register(request.body)))
