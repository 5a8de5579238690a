import { AuthorizationError, inherit, route } from 'svc'
import { check } from 'svc/security'
import { isClerk } from '../../../lib/guards.ts'
import { permit, PermitClosed } from '../../../lib/permits.ts'

const operation = route('/permits/[id]/approve')

export const POST = operation(
  { summary: 'Approve a permit of another', auth: check(inherit, isClerk), resource: permit },
  ({ auth, resources }) => {
    const wanted = resources.permit
    if (wanted.applicant === auth.name) throw new AuthorizationError('Not your own')
    if (wanted.state === 'closed') throw new PermitClosed()
    wanted.state = 'approved'
    return wanted
  },
)
