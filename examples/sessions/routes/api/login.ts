import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { checkPassword } from '../../lib/users.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const user = await checkPassword(request.body.username, request.body.password)
    if (user === null) throw new AuthenticationError('Wrong user name or password')
    await login(request, user)
    return { name: user.name }
  },
)
