import { AuthenticationError, operation } from 'svc'
import { findPerson, isPasswordOf } from '../../lib/people.ts'
import { issue } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body: { name, password } }) => {
    const isRight = await isPasswordOf(name, password)
    if (!isRight || (await findPerson(name)) === undefined) throw new AuthenticationError('Wrong name or password')
    return issue(name)
  },
)
