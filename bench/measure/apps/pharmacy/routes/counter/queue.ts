import { route } from 'svc'
import { queue } from '../../lib/prescriptions.ts'

const operation = route('/counter/queue')

export const GET = operation({ summary: 'Prescriptions that wait' }, () => ({ waiting: queue() }))
