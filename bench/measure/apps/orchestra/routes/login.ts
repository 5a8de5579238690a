import { AuthenticationError, operation } from 'svc'
import { login } from 'svc/security'
import { z } from 'zod'
import { checkPassword, findMember } from '../lib/members.ts'

/** The office may log in as a member, to help. */
const body = z.object({ name: z.string(), password: z.string(), as: z.string().optional() })

export const POST = operation({ summary: 'Log in', auth: null, body }, async (request) => {
  const { name, password, as } = request.body
  const member = await checkPassword(name, password)
  if (member === null) throw new AuthenticationError('Wrong name or password')
  const asked = member.isSuperuser === true ? (as ?? name) : name
  const chosen = findMember(asked)
  if (chosen === null) throw new AuthenticationError('Wrong name or password')
  await login(request, chosen)
  return { name: chosen.name }
})
