import { inherit, route } from 'svc'
import { all, check } from 'svc/security'
import { isLead } from '../../../lib/guards.ts'
import { pin } from '../../../lib/plc.ts'

const operation = route('/machines/[id]/settings')

export const PUT = operation(
  { summary: 'Set a machine', auth: all(check(inherit, isLead), pin), body: { speed: Number } },
  ({ auth: [operator], body, params }) => ({ id: params.id, speed: body.speed, by: operator.name }),
)
