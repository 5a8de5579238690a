import { route } from 'svc'

const operation = route('/deeds/[id]')

export const GET = operation({ summary: 'One deed' }, ({ resources }) => resources.deed)
