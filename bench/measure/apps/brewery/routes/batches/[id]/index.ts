import { route } from 'svc'
import { note } from '../../../lib/batches.ts'

const operation = route('/batches/[id]')

export const GET = operation({ summary: 'One batch' }, ({ resources }) => resources.batch)

export const PATCH = operation({ summary: 'Notes on a batch', body: { notes: String } }, ({ body, resources }) =>
  note(resources.batch, body.notes),
)
