import { reply, route } from 'svc'
import { deleteToken } from '../../lib/tokens.ts'

const operation = route('/tokens/[id]')

export const DELETE = operation({ summary: 'Delete a token of mine' }, ({ auth, params }) => {
  deleteToken(auth.name, params.id)
  return reply(204, null)
})
