import { AuthenticationError, Form, operation } from 'svc'
import { checkPassword } from '../lib/people.ts'
import { tokens } from '../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const { username, password } = request.body
    const person = await checkPassword(username, password)
    if (person === undefined) throw new AuthenticationError('Wrong name or password')
    return tokens.issue(request, { sub: person.id, scope: person.scope })
  },
)
