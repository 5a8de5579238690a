import { route } from 'svc'

const operation = route('/orders/[id]')

export const GET = operation({ summary: 'One order' }, ({ resources }) => resources.order)
