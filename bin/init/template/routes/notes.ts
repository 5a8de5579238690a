import { reply, route } from 'svc'
import { notes } from '../lib/notes.ts'

const operation = route('/notes')

// Nothing here says auth, so what svc.config.ts declares applies; request.auth is typed by it.
export const GET = operation({ summary: 'List your notes' }, (request) =>
  notes.filter(({ author }) => author === request.auth.name),
)

export const POST = operation({ summary: 'Add a note', body: { text: String } }, (request) => {
  const id = String(notes.length + 1)
  const note = { id, text: request.body.text, author: request.auth.name, isShared: false }
  notes.push(note)
  return reply(201, note)
})
