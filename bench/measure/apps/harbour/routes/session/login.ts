import { AuthenticationError, operation } from 'svc'
import { z } from 'zod'
import { findPerson, isPasswordOf, useCode } from '../../lib/people.ts'
import { issue } from '../../lib/tokens.ts'

const Login = z.object({
  name: z.string().max(64),
  password: z.string().max(256).default(''),
  code: z.string().max(64).optional(),
})

export const POST = operation({ summary: 'Log in', auth: null, body: Login }, ({ body: { name, password, code } }) => {
  const isRight = isPasswordOf(name, password) || useCode(name, code)
  if (findPerson(name) === undefined || !isRight) throw new AuthenticationError('Wrong name, password or code')
  return issue(name)
})
