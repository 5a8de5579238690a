import { AuthenticationError, operation as publicOperation, reply, route } from 'svc'
import { isPasswordOf } from '../../lib/people.ts'
import { end, issue } from '../../lib/sessions.ts'

const operation = route('/session')

export const POST = publicOperation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body: { name, password } }) => {
    if (!(await isPasswordOf(name, password))) throw new AuthenticationError('Wrong name or password')
    return issue(name)
  },
)

export const DELETE = operation({ summary: 'Log out' }, ({ auth }) => {
  end(auth.login)
  return reply(204, null)
})
