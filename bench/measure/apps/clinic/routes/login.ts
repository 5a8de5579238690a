import { AuthenticationError, operation } from 'svc'
import { logIn } from '../lib/accounts.ts'
import { issueToken } from '../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body }) => {
    const account = await logIn(body.name, body.password)
    if (account === null) throw new AuthenticationError('Wrong name or password')
    return { token: await issueToken(account) }
  },
)
