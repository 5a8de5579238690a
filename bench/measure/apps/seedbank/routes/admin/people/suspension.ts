import { HttpError, route } from 'svc'
import { suspend } from '../../../lib/people.ts'

const operation = route('/admin/people/suspension')

export const POST = operation(
  { summary: 'Suspend a person, or let them in again', body: { name: String, suspended: Boolean } },
  ({ body }) => {
    if (!suspend(body.name, body.suspended)) throw new HttpError(404, 'There is no such person')
    return body
  },
)
