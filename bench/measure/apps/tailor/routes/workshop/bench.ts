import { route } from 'svc'

const operation = route('/workshop/bench')

export const GET = operation({ summary: 'What lies on the bench' }, () => ({ cut: 4, basted: 2, waiting: ['3102'] }))
