import { reply, route } from 'svc'
import { endSessions } from '../lib/people.ts'

const operation = route('/sessions')

// This one too.
export const DELETE = operation({ summary: 'Log out everywhere' }, ({ auth }) => {
  endSessions(auth.name)
  return reply(204)
})
