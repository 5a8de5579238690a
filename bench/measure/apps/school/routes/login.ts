import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { checkPassword } from '../lib/members.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ name: String, password: String }) },
  async (request) => {
    const { name, password } = request.body
    const member = await checkPassword(name, password)
    if (member === null) throw new AuthenticationError('Wrong name or password')
    await login(request, member)
    return { name: member.name }
  },
)
