import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isNotary } from '../../../lib/guards.ts'

const operation = route('/deeds/[id]/seal')

export const POST = operation({ summary: 'Seal a deed', auth: check(inherit, isNotary) }, ({ auth, resources }) => ({
  sealed: resources.deed.id,
  by: auth.name,
}))
