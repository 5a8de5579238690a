import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { checkPassword } from '../lib/staff.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const { username, password } = request.body
    const user = await checkPassword(username, password)
    if (user === null) throw new AuthenticationError('Wrong name or password')
    await login(request, user)
    return { name: user.name }
  },
)
