import { HttpError, reply, route } from 'svc'
import { revokeToken } from '../../lib/auth.ts'

const operation = route('/tokens/[id]')

export const DELETE = operation({ summary: 'End a token' }, ({ auth, params }) => {
  if (!revokeToken(params.id, auth.email)) throw new HttpError(404, 'No such token')
  return reply(204, null)
})
