import { AuthorizationError, reply, route } from 'svc'
import { login } from 'svc/security'
import { changePassword, isPasswordOf } from '../../lib/accounts.ts'

const operation = route('/profile/password')

/** Ends all other sessions of the user. */
export const PUT = operation(
  { summary: 'Another password', body: { old: String, password: String } },
  async (request) => {
    const { auth, body } = request
    if (!(await isPasswordOf(auth.name, body.old))) throw new AuthorizationError('Wrong password')
    await changePassword(auth.name, body.password)
    await login(request, auth)
    return reply(204, null)
  },
)
