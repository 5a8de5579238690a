import { route } from 'svc'

const operation = route('/payments/[id]')

export const GET = operation({ summary: 'One payment' }, ({ resources }) => resources.payment)
