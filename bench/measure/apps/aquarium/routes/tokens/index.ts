import { operation, reply } from 'svc'
import { endLogin, keeper, logIn } from '../../lib/keepers.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  ({ body: { name, password } }) => logIn(name, password),
)

export const DELETE = operation({ summary: 'Log out', auth: keeper }, ({ auth }) => {
  endLogin(auth.sid)
  return reply(204)
})
