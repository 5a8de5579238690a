import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { holdsTill } from '../../lib/guards.ts'

const operation = route('/studio/rates')

export const PUT = operation(
  { summary: 'What a firing costs', auth: check(inherit, holdsTill), body: { cents: Number } },
  ({ auth, body }) => ({ by: auth.name, cents: body.cents }),
)
