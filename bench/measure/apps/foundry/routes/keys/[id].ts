import { reply, route } from 'svc'
import { remove } from '../../lib/keys.ts'

const operation = route('/keys/[id]')

export const resource = null

// Whether there was one or not.
export const DELETE = operation({ summary: 'Remove a key' }, ({ params }) => {
  remove(params.id)
  return reply(204)
})
