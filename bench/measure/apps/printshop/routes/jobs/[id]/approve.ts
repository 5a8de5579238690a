import { reply, route } from 'svc'
import { job } from '../../../lib/jobs.ts'

const operation = route('/jobs/[id]/approve')

// The customer alone says that a proof is right, and not the staff.
export const POST = operation(
  { summary: 'The proof is right', resource: job.only(({ owner }, { auth }) => owner === auth.name) },
  ({ resources }) => {
    resources.job.isApproved = true
    return reply(204)
  },
)
