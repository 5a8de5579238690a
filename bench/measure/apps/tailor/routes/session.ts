import { AuthenticationError, reply, route } from 'svc'
import { login, logout } from 'svc/security'
import { isPasswordOf } from '../lib/people.ts'

const operation = route('/session')

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const { name, password } = request.body
    if (!isPasswordOf(name, password)) throw new AuthenticationError('Wrong name or password')
    await login(request, { name })
    return { name }
  },
)

export const DELETE = operation({ summary: 'Log out' }, async (request) => {
  await logout(request)
  return reply(204)
})
