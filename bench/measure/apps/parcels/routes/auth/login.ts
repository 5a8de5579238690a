import { AuthenticationError, operation } from 'svc'
import { checkPassword } from '../../lib/drivers.ts'
import { tokens } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { driver: String, password: String } },
  async (request) => {
    const found = await checkPassword(request.body.driver, request.body.password)
    if (found === null) throw new AuthenticationError('Wrong name or password')
    return tokens.issue(request, { sub: found.id })
  },
)
