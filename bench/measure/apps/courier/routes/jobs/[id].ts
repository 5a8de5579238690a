import { route } from 'svc'
import { job } from '../../lib/jobs.ts'

const operation = route('/jobs/[id]')

export const resource = job

export const GET = operation({ summary: 'One job' }, ({ resources }) => resources.job)
