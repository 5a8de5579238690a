import { AuthenticationError, Form, inherit, operation, reply } from 'svc'
import { login, logout } from 'svc/security'
import { accountOf, isPasswordOf } from '../lib/accounts.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ name: String, password: String }) },
  async (request) => {
    const { name, password } = request.body
    const isRight = await isPasswordOf(name, password)
    const user = await accountOf(name, Date.now())
    if (!isRight || user === null) throw new AuthenticationError('Wrong name or password')
    await login(request, user)
    return { name }
  },
)

export const DELETE = operation({ summary: 'Log out', auth: inherit }, async (request) => {
  await logout(request)
  return reply(204, null)
})
