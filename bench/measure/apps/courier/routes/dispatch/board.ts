import { route } from 'svc'

const operation = route('/dispatch/board')

export const GET = operation({ summary: 'The board of today' }, () => ({ waiting: 5, riders: ['lena', 'ruben'] }))
