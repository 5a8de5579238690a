import { AuthenticationError, operation } from 'svc'
import { findPerson, isPasswordOf } from '../../lib/people.ts'
import { issue } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body }) => {
    const isRight = await isPasswordOf(body.name, body.password)
    const found = await findPerson(body.name)
    if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
    return issue(found.name)
  },
)
