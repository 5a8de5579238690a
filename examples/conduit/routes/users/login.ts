import { AuthenticationError, operation } from 'svc'
import { Login, UserAnswer } from '../../lib/schemas.ts'
import { withToken } from '../../lib/tokens.ts'
import { checkLogin } from '../../lib/users.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Login, response: UserAnswer },
  async ({ body: { user } }) => {
    const found = await checkLogin(user.email, user.password)
    if (!found) throw new AuthenticationError('Wrong email or password')
    return { user: await withToken(found) }
  },
)
