import { AuthenticationError, Form, operation } from 'svc'
import { isPasswordOf } from '../../lib/people.ts'
import { claimsOf, tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const { username, password } = request.body
    const claims = claimsOf(username)
    if (!(await isPasswordOf(username, password)) || claims === undefined) throw new AuthenticationError()
    return tokens.issue(request, claims)
  },
)
