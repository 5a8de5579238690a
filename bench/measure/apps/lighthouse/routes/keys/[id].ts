import { reply, route } from 'svc'
import { ownKey, removeKey } from '../../lib/keys.ts'

const operation = route('/keys/[id]')

export const resource = ownKey

export const DELETE = operation({ summary: 'Remove a key' }, ({ resources }) => {
  removeKey(resources.key.id)
  return reply(204)
})
