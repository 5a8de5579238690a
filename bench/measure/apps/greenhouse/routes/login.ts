import { operation } from 'svc'
import { logIn } from '../lib/members.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    await logIn(request, request.body.name, request.body.password)
    return { name: request.body.name }
  },
)
