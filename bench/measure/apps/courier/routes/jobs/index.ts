import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { allJobs, job, order } from '../../lib/jobs.ts'

const operation = route('/jobs')

export const GET = operation({ summary: 'My jobs' }, async (request) => ({
  jobs: await job.filter(allJobs(), request),
}))

export const POST = operation(
  {
    summary: 'Order a courier',
    auth: check(inherit, hasScope('jobs:write')),
    body: { to: String, grams: Number },
  },
  ({ auth, body }) => reply(201, order(auth.name, body.to, body.grams)),
)
