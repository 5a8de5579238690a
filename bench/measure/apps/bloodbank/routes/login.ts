import { AuthenticationError, operation } from 'svc'
import { checkPassword } from '../lib/people.ts'
import { tokens } from '../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const { name, password } = request.body
    const row = await checkPassword(name, password)
    if (row === null) throw new AuthenticationError('Wrong name or password')
    return tokens.issue(request, { sub: row.name, scope: row.scope, generation: row.generation })
  },
)
