import { HttpError, route } from 'svc'
import { find, show } from '../../lib/shows.ts'

const operation = route('/shows/[id]')

export const GET = operation({ summary: 'One show', auth: null, resource: null }, ({ params }) => {
  const found = find(params.id)
  if (found === undefined) throw new HttpError(404, 'No such show')
  return found
})

export const PUT = operation(
  { summary: 'Give a show another title', resource: show, body: { title: String } },
  ({ resources, body }) => {
    resources.show.title = body.title
    return resources.show
  },
)
