import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { isPasswordOf } from '../lib/staff.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const { username, password } = request.body
    if (!(await isPasswordOf(username, password))) throw new AuthenticationError('Wrong name or password')
    await login(request, { name: username })
    return { name: username }
  },
)
