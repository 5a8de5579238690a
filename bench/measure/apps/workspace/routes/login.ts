import { AuthenticationError, operation } from 'svc'
import { login } from 'svc/security'
import { checkLogin } from '../lib/members.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const user = await checkLogin(request.body.name, request.body.password)
    if (user === null) throw new AuthenticationError('Wrong name or password')
    await login(request, user)
    return { name: user.name, role: user.role }
  },
)
