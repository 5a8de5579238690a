import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { logIn } from '../lib/people.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ name: String, password: String }) },
  async (request) => {
    const found = await logIn(request.body.name, request.body.password)
    if (found === null) throw new AuthenticationError('Wrong name or password')
    await login(request, found)
    return { name: found.name }
  },
)
