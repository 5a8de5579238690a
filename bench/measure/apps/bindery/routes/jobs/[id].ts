import { route } from 'svc'
import { job } from '../../lib/orders.ts'

const operation = route('/jobs/[id]')

export const resource = job

export const GET = operation({ summary: 'How far a job is' }, ({ resources: { job: found } }) => ({
  id: found.id,
  state: found.state,
  order: found.order,
}))
