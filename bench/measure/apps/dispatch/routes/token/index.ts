import { AuthenticationError, Form, operation } from 'svc'
import { isPasswordOf } from '../../lib/members.ts'
import { tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ name: String, password: String }) },
  async (request) => {
    const { name, password } = request.body
    if (!(await isPasswordOf(name, password))) throw new AuthenticationError('Wrong name or password')
    return tokens.issue(request, { sub: name })
  },
)
