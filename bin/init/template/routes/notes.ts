import { reply, route } from 'svc'

const operation = route('/notes')
const notes: { readonly text: string; readonly author: string }[] = []

// Nothing here says auth, so what svc.config.ts declares applies; request.auth is typed by it.
export const GET = operation({ summary: 'List your notes' }, (request) =>
  notes.filter(({ author }) => author === request.auth.name),
)

export const POST = operation({ summary: 'Add a note', body: { text: String } }, (request) => {
  const note = { text: request.body.text, author: request.auth.name }
  notes.push(note)
  return reply(201, note)
})
