import { reply, route } from 'svc'
import { addNote, listNotes } from '../../../lib/notes.ts'

const operation = route('/api/notes')

export const GET = operation({ summary: 'Notes of the user' }, ({ auth }) => listNotes(auth.name))

export const POST = operation({ summary: 'Add a note', body: { text: String } }, ({ auth, body }) =>
  reply(201, addNote(auth.name, body.text)),
)
