import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isKeeper } from '../../lib/guards.ts'

const operation = route('/lamps/[id]')

// Lamps belong to the lighthouse.
export const resource = null

export const PUT = operation(
  { summary: 'Light or put out', auth: check(inherit, isKeeper), body: { lit: Boolean } },
  ({ auth, params, body }) => ({ id: params.id, lit: body.lit, by: auth.id }),
)
