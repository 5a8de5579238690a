import { AuthenticationError, operation } from 'svc'
import { isPasswordOf } from '../../lib/people.ts'
import { claimsOf, tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const { name, password } = request.body
    if (!(await isPasswordOf(name, password))) throw new AuthenticationError('Wrong name or password')
    return tokens.issue(request, await claimsOf(name))
  },
)
