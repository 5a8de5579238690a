import { route } from 'svc'

const operation = route('/inspection/blasts')

export const GET = operation({ summary: 'Blasts of this week' }, () => ({ blasts: ['north wall: 400 kg'] }))
