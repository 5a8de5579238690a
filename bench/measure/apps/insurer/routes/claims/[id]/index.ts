import { route } from 'svc'

const operation = route('/claims/[id]')

export const GET = operation({ summary: 'One damage' }, ({ resources }) => resources.claim)
