import { reply, route } from 'svc'
import { password } from '../../lib/accounts.ts'
import { createToken } from '../../lib/tokens.ts'

const operation = route('/tokens')

export const POST = operation(
  { summary: 'Make a token, with name and password', auth: password, body: { scope: String } },
  ({ auth, body }) => reply(201, { owner: auth.name, ...createToken(auth.name, body.scope.split(' ')) }),
)
