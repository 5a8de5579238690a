import { AuthenticationError, operation } from 'svc'
import { isPasswordOf } from '../../lib/accounts.ts'
import { claimsOf, tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const { name, password } = request.body
    const claims = (await isPasswordOf(name, password)) ? await claimsOf(name) : null
    if (claims === null) throw new AuthenticationError('Wrong name or password')
    return tokens.issue(request, claims)
  },
)
