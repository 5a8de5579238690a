import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { exhibit, exhibits } from '../../lib/exhibits.ts'
import { isDirector } from '../../lib/guards.ts'

const operation = route('/exhibits/[id]')

export const resource = exhibit

export const GET = operation({ summary: 'One exhibit' }, ({ resources }) => resources.exhibit)

export const DELETE = operation(
  { summary: 'An exhibit is sold', auth: check(inherit, isDirector) },
  async ({ resources: { exhibit: found } }) => {
    await exhibits.remove(found.museum, found.id)
    return reply(204, null)
  },
)
