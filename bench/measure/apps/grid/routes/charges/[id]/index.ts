import { route } from 'svc'

const operation = route('/charges/[id]')

export const GET = operation({ summary: 'One charge' }, ({ resources }) => resources.charge)
