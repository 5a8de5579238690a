import { AuthenticationError, Form, operation } from 'svc'
import { login } from 'svc/security'
import { checkPassword } from '../lib/members.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  async (request) => {
    const member = await checkPassword(request.body.username, request.body.password)
    if (member === null) throw new AuthenticationError('Wrong name or password')
    await login(request, member)
    return { name: member.name }
  },
)
