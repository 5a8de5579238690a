import { operation } from 'svc'
import { login } from 'svc/security'
import { z } from 'zod'
import { authenticate } from '../lib/people.ts'

const Login = z.object({ name: z.string(), password: z.string(), code: z.string().optional() })

export const POST = operation({ summary: 'Log in', auth: null, body: Login }, async (request) => {
  const { name, password, code } = request.body
  const user = authenticate(name, password, code)
  await login(request, user)
  return { name: user.name }
})
