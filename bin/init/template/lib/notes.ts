import { resource } from 'svc/security'

export interface Note {
  readonly id: string
  readonly text: string
  readonly author: string
  /** Whether others may read it. */
  readonly isShared: boolean
}

// Replace this by your database.
export const notes: Note[] = [{ id: '1', text: 'Welcome', author: 'root', isShared: true }]

// Whose a note is: loaded and asked about before a handler below runs. Another user's is 404, like one that does not exist.
export const note = resource('note', {
  load: ({ params }: { params: { id: string } }) => notes.find(({ id }) => id === params.id),
  may: (note, { auth }: { auth: { readonly name: string } }) => note.isShared || note.author === auth.name,
})
