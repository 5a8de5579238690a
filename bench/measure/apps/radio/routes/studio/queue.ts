import { route } from 'svc'

const operation = route('/studio/queue')

export const GET = operation({ summary: 'What plays next' }, ({ auth }) => ({ studio: auth.studio, tracks: ['t-1'] }))
