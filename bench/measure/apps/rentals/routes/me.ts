import { route } from 'svc'
import { findUser } from '../lib/users.ts'

const operation = route('/me')

export const GET = operation({ summary: 'Who I am' }, async ({ auth }) => {
  const user = await Promise.resolve(findUser(auth.id))
  return { id: auth.id, email: user?.email, roles: auth.roles }
})
