import { route } from 'svc'
import { note } from '../../lib/notes.ts'

const operation = route('/notes/[id]')

export const resource = note
export const GET = operation({ summary: 'Read a note' }, (request) => request.resources.note)
