import { AuthenticationError, operation } from 'svc'
import { logIn } from '../../lib/tokens.ts'
import { authenticate } from '../../lib/users.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { email: String, password: String } },
  async ({ body }) => {
    const user = await authenticate(body.email, body.password)
    if (user === null) throw new AuthenticationError('Wrong address or password')
    return logIn(user)
  },
)
