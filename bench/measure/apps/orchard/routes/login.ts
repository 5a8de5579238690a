import { AuthenticationError, operation } from 'svc'
import { login } from 'svc/security'
import { findMember, isPasswordOf } from '../lib/members.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const { name, password } = request.body
    const isRight = await isPasswordOf(name, password)
    const member = findMember(name)
    if (member === null || !isRight) throw new AuthenticationError('Wrong name or password')
    await login(request, member)
    return { name: member.name, role: member.role }
  },
)
