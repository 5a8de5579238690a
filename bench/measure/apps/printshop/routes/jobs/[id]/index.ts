import { route } from 'svc'
import { job } from '../../../lib/jobs.ts'

const operation = route('/jobs/[id]')

export const GET = operation({ summary: 'One job', resource: job }, ({ resources }) => resources.job)
