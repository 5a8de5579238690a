import { route } from 'svc'

const operation = route('/reports/premiums')

export const GET = operation({ summary: 'Premiums of the year' }, () => ({ north: 310, south: 285 }))
