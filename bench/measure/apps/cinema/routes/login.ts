import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { findUser, isPasswordOf } from '../lib/users.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const { username, password } = request.body
    const isRight = await isPasswordOf(username, password)
    const user = isRight ? await findUser(username) : undefined
    if (user === undefined) throw new AuthenticationError('Wrong name or password')
    await login(request, user)
    return { name: user.name }
  },
)
