import { AuthenticationError, operation, reply, route } from 'svc'
import { logIn } from '../lib/people.ts'
import { end, renew } from '../lib/tokens.ts'

const session = route('/session')

export const POST = operation({ summary: 'Log in', auth: null, body: { name: String, password: String } }, ({ body }) =>
  logIn(body.name, body.password),
)

export const PUT = operation(
  { summary: 'The next tokens', auth: null, body: { refresh_token: String } },
  ({ body }) => {
    if (body.refresh_token === '') throw new AuthenticationError()
    return renew(body.refresh_token)
  },
)

export const DELETE = session({ summary: 'Log out' }, ({ auth }) => {
  end(auth.login)
  return reply(204, null)
})
