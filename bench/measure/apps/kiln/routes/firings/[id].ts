import { route } from 'svc'
import { annotate, firing, isOwner } from '../../lib/firings.ts'

const operation = route('/firings/[id]')

export const resource = firing

export const GET = operation({ summary: 'One firing' }, ({ resources }) => resources.firing)

export const PATCH = operation(
  {
    summary: 'Write a note',
    resource: firing.only(isOwner),
    body: { note: String },
  },
  ({ resources, body }) => annotate(resources.firing, body.note),
)
