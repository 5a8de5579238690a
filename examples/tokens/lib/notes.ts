export interface Note {
  readonly owner: string
  readonly text: string
}

// Instead of a database.
const notes: Note[] = []

export function listNotes(owner: string): readonly Note[] {
  return notes.filter((note) => note.owner === owner)
}

export function addNote(owner: string, text: string): Note {
  const note = { owner, text }
  notes.push(note)
  return note
}
