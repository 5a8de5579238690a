import { AuthenticationError, operation } from 'svc'
import { issue } from '../../lib/tokens.ts'
import { findUser, isPasswordOf } from '../../lib/users.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body: { name, password } }) => {
    const isRight = await isPasswordOf(name, password)
    const found = await findUser(name)
    if (!isRight || found === undefined) throw new AuthenticationError('Wrong name or password')
    return issue(found.name)
  },
)
