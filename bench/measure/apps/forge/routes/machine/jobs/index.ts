import { route } from 'svc'
import { jobsFor } from '../../../lib/jobs.ts'

const operation = route('/machine/jobs')

export const GET = operation({ summary: 'Jobs that wait' }, ({ auth }) => ({
  machine: auth.machine,
  jobs: jobsFor(auth.labels),
}))
