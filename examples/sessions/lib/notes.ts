export interface Note {
  readonly id: string
  readonly owner: string
  readonly text: string
}

// Instead of a database.
const notes = new Map<string, Note>()
let last = 0

export function listNotes(owner: string): readonly Note[] {
  return [...notes.values()].filter((note) => note.owner === owner)
}

export function addNote(owner: string, text: string): Note {
  const note = { id: String((last += 1)), owner, text }
  notes.set(note.id, note)
  return note
}

/** Removes a note, if it is one of this owner. */
export function removeNote(owner: string, id: string): void {
  if (notes.get(id)?.owner === owner) notes.delete(id)
}
