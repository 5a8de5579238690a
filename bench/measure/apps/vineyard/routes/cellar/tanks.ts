import { route } from 'svc'

const operation = route('/cellar/tanks')

export const GET = operation({ summary: 'The tanks' }, () => ({ tanks: [{ tank: 1, litres: 1_200 }] }))
