import { reply, route } from 'svc'
import { removeNote } from '../../../lib/notes.ts'

const operation = route('/api/notes/[id]')

// 204 for notes of others, and for those that are not there: a client does not learn which exist.
export const DELETE = operation({ summary: 'Remove a note' }, ({ auth, params }) => {
  removeNote(auth.name, params.id)
  return reply(204, null)
})
