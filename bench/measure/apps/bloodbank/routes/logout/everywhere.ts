import { reply, route } from 'svc'
import { endAll } from '../../lib/people.ts'

const operation = route('/logout/everywhere')

/** Ends all tokens of who asks, the one of the request too. */
export const POST = operation({ summary: 'End all logins' }, ({ auth }) => {
  endAll(auth.name)
  return reply(204)
})
