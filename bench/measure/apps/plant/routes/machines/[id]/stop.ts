import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isLead } from '../../../lib/guards.ts'

const operation = route('/machines/[id]/stop')

export const POST = operation({ summary: 'Stop a machine', auth: check(inherit, isLead) }, ({ auth, params }) => ({
  stopped: params.id,
  by: auth.name,
}))
