import { AuthorizationError, reply, route } from 'svc'
import { changePassword, checkPassword } from '../lib/people.ts'

const operation = route('/password')

/** A change ends all sessions, the one that asks too. */
export const POST = operation(
  { summary: 'Change my password', body: { old: String, new: String } },
  ({ auth, body }) => {
    if (checkPassword(auth.name, body.old) === null) throw new AuthorizationError()
    changePassword(auth.name, body.new)
    return reply(204)
  },
)
