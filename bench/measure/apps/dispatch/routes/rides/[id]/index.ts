import { route } from 'svc'

const operation = route('/rides/[id]')

export const GET = operation({ summary: 'One ride' }, ({ resources }) => resources.ride)
