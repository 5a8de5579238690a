import { route } from 'svc'
import { note } from '../../lib/choirs.ts'

const operation = route('/notes/[note]')

export const resource = note

export const GET = operation({ summary: 'A note of mine' }, ({ resources }) => resources.note)
