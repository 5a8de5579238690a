import { AuthenticationError, operation } from 'svc'
import { tokens } from '../lib/tokens.ts'
import { checkPin } from '../lib/workers.ts'

export const POST = operation(
  { auth: null, summary: 'Log in', body: { name: String, pin: String } },
  async (request) => {
    const { name, pin } = request.body
    if (!checkPin(name, pin)) throw new AuthenticationError('Wrong name or pin')
    return tokens.issue(request, { sub: name })
  },
)
