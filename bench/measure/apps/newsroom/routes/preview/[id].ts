import { HttpError, route } from 'svc'
import { find } from '../../lib/articles.ts'
import { link } from '../../lib/keys.ts'

const operation = route('/preview/[id]')

/** The link names the article. */
export const resource = null

export const GET = operation({ summary: 'An article before it is out', auth: link }, ({ params }) => {
  const found = find(params.id)
  if (found === undefined) throw new HttpError(404, 'No such article')
  return { title: found.title }
})
