import { AuthorizationError, reply, route } from 'svc'
import { changePassword, checkPassword } from '../../lib/members.ts'

const operation = route('/me/password')

export const PUT = operation(
  { summary: 'Another password', body: { old: String, next: String } },
  async ({ auth, body }) => {
    if ((await checkPassword(auth.name, body.old)) === null) throw new AuthorizationError('Wrong password')
    changePassword(auth.name, body.next)
    return reply(204, null)
  },
)
