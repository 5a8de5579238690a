import { inherit, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { addNote, listNotes } from '../lib/notes.ts'

const operation = route('/notes')

export const GET = operation({ summary: 'List your notes', auth: check(inherit, hasScope('notes:read')) }, ({ auth }) =>
  listNotes(auth.sub ?? ''),
)

export const POST = operation(
  { summary: 'Add a note', auth: check(inherit, hasScope('notes:write')), body: { text: String } },
  ({ auth, body }) => addNote(auth.sub ?? '', body.text),
)
