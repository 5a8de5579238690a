import { AuthenticationError, operation } from 'svc'
import { isPasswordOf } from '../lib/accounts.ts'
import { sign } from '../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body: { name, password } }) => {
    if (!(await isPasswordOf(name, password))) throw new AuthenticationError('Wrong name or password')
    return { token: await sign(name, 900) }
  },
)
