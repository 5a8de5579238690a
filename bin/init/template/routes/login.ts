import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { findUser } from '../lib/users.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const user = findUser(request.body.username, request.body.password)
    if (!user) throw new AuthenticationError('Wrong username or password')
    await login(request, user)
    return { name: user.name }
  },
)
