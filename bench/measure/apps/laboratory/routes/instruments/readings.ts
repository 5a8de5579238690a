import { operation } from 'svc'
import { check } from 'svc/security'
import { hasScope } from '../../lib/guards.ts'
import { instrument } from '../../lib/keys.ts'

export const POST = operation(
  { summary: 'What was measured', auth: check(instrument, hasScope('readings:write')), body: { value: Number } },
  ({ auth, body }) => ({ instrument: auth.instrument, value: body.value }),
)
