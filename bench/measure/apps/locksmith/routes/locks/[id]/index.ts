import { route } from 'svc'

const operation = route('/locks/[id]')

export const GET = operation({ summary: 'One lock' }, ({ resources }) => resources.lock)
