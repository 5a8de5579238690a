import { AuthenticationError, Form, operation } from 'svc'
import { claimsOf, tokens } from '../../lib/tokens.ts'
import { isPasswordOf } from '../../lib/users.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const { username, password } = request.body
    const claims = (await isPasswordOf(username, password)) ? claimsOf(username) : undefined
    if (!claims) throw new AuthenticationError('Wrong username or password')
    return tokens.issue(request, claims)
  },
)
