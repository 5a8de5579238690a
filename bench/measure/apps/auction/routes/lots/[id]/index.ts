import { route } from 'svc'
import { lot, lots } from '../../../lib/lots.ts'

const operation = route('/lots/[id]')

export const PATCH = operation(
  { summary: 'Another title', resource: lot, body: { title: String } },
  async ({ resources, body }) => {
    await lots.update(resources.lot.id, { title: body.title })
    return { id: resources.lot.id, title: body.title }
  },
)
