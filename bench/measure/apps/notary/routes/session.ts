import { AuthenticationError, operation as publicOperation, reply, route } from 'svc'
import { logIn } from '../lib/accounts.ts'
import { begin, end } from '../lib/sessions.ts'

const operation = route('/session')

export const POST = publicOperation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body: { name, password } }) => {
    const account = await logIn(name, password)
    if (account === null) throw new AuthenticationError('Wrong name or password')
    return { token: begin(account.name) }
  },
)

export const DELETE = operation({ summary: 'Log out' }, ({ auth }) => {
  end(auth)
  return reply(204, null)
})
