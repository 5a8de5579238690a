import { AuthenticationError, operation } from 'svc'
import { z } from 'zod'
import { people } from '../lib/people.ts'
import { tokens } from '../lib/tokens.ts'

const body = z.object({ name: z.string(), password: z.string(), role: z.string().optional() })

/** Some people have two roles, and say in which one they work today. */
export const POST = operation({ summary: 'Log in', auth: null, body }, async (request) => {
  const { name, password, role } = request.body
  const isRight = await people.isPasswordOf(name, password)
  const person = await people.find(name)
  if (!isRight || person === undefined) throw new AuthenticationError('Wrong name or password')
  const today = person.roles.find((one) => one === role) ?? person.role
  return tokens.issue(request, { sub: name, role: today })
})
