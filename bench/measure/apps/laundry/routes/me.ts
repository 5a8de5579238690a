import { reply, route } from 'svc'
import { changePassword, closeAccount } from '../lib/people.ts'

const operation = route('/me')

export const GET = operation({ summary: 'My account' }, ({ auth }) => ({ name: auth.name, role: auth.role }))

export const PUT = operation({ summary: 'A new password', body: { password: String } }, ({ auth, body }) => {
  changePassword(auth.name, body.password)
  return reply(204, null)
})

export const DELETE = operation({ summary: 'Close my account' }, ({ auth }) => {
  closeAccount(auth.name)
  return reply(204, null)
})
