import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { checkPassword } from '../lib/readers.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ name: String, password: String }) },
  async (request) => {
    const reader = await checkPassword(request.body.name, request.body.password)
    if (reader === null) throw new AuthenticationError('Wrong name or password')
    await login(request, reader)
    return { name: reader.name }
  },
)
