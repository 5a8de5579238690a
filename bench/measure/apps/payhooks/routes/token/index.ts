import { AuthenticationError, operation } from 'svc'
import { checkPassword } from '../../lib/staff.ts'
import { logIn } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { id: String, password: String } },
  async ({ body }) => {
    const person = await checkPassword(body.id, body.password)
    if (person === null) throw new AuthenticationError('Wrong name or password')
    return logIn(person)
  },
)
