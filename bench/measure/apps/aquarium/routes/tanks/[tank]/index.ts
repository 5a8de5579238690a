import { route } from 'svc'

const operation = route('/tanks/[tank]')

export const GET = operation({ summary: 'One tank' }, ({ resources }) => resources.tank)
