import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { addClaim } from '../../lib/policies.ts'

const operation = route('/claims')

export const POST = operation(
  {
    summary: 'Report a damage',
    auth: check(inherit, hasScope('claims:write')),
    body: { damage: String },
  },
  ({ auth, body }) => reply(201, addClaim(auth.agency, body.damage)),
)
