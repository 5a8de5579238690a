import { AuthenticationError, operation } from 'svc'
import { login } from 'svc/security'
import { checkPassword } from '../lib/people.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const user = checkPassword(request.body.name, request.body.password)
    if (user === null) throw new AuthenticationError('Wrong name or password')
    await login(request, user)
    return { name: user.name }
  },
)
