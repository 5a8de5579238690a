import { route } from 'svc'
import { allJobs, job } from '../../lib/jobs.ts'

const operation = route('/jobs')

export const GET = operation({ summary: 'My jobs' }, async (request) => ({
  jobs: await job.filter(allJobs(), request),
}))
