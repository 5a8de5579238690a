import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { addLoad, idsOf } from '../../lib/loads.ts'

const operation = route('/loads')

export const GET = operation({ summary: 'Loads of my company' }, ({ auth }) => ({ loads: idsOf(auth) }))

export const POST = operation(
  {
    summary: 'A new load',
    auth: check(inherit, hasScope('loads:write')),
    body: { tons: Number },
  },
  ({ auth, body }) => reply(201, addLoad(auth, body.tons)),
)
