import { route } from 'svc'

const operation = route('/tours/[id]')

export const GET = operation({ summary: 'One tour' }, ({ resources }) => resources.tour)
