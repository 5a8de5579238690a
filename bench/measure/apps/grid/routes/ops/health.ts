import { route } from 'svc'

const operation = route('/ops/health')

/** For the load balancer. */
export const GET = operation({ summary: 'Health', auth: null }, () => ({ healthy: true }))

export const POST = operation({ summary: 'Take out of service' }, () => ({ healthy: false }))
