import { inherit, route } from 'svc'
import { hasScope } from 'svc/identity'
import { all, check } from 'svc/security'
import { approval } from '../../../lib/machines.ts'

const operation = route('/claims/[id]/settle')

/** Who settles, and an officer who agrees. */
export const auth = all(check(inherit, hasScope('claims:settle')), approval)

export const POST = operation({ summary: 'Pay at the end of the day' }, ({ params }) => ({ pays: params.id }))
