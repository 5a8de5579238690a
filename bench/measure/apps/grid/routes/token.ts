import { Form, operation } from 'svc'
import { password } from '../lib/people.ts'
import { sign } from '../lib/tokens.ts'

export const POST = operation(
  { summary: 'Get a token', auth: password, body: Form({ scope: String }) },
  async ({ auth, body }) => {
    const wanted = body.scope.split(' ')
    const scopes = auth.scopes.filter((scope) => wanted.includes(scope))
    return { access_token: await sign(auth.id, scopes), token_type: 'Bearer', scope: scopes.join(' ') }
  },
)
