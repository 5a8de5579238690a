import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { logIn } from '../lib/people.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ name: String, password: String }) },
  async (request) => {
    const { name, password } = request.body
    const person = await logIn(name, password)
    if (person === null) throw new AuthenticationError('Wrong name or password')
    await login(request, person)
    return { name }
  },
)
