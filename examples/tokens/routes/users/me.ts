import { reply, route } from 'svc'
import { removeUser } from '../../lib/users.ts'

const operation = route('/users/me')

export const GET = operation({ summary: 'Show your account' }, ({ auth }) => ({
  username: auth.sub,
  scope: auth.scope,
}))
export const DELETE = operation({ summary: 'Remove your account', response: { 204: null } }, ({ auth }) => {
  removeUser(auth.sub ?? '')
  return reply(204, null)
})
