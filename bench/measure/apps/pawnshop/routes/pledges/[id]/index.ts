import { route } from 'svc'

const operation = route('/pledges/[id]')

export const GET = operation({ summary: 'One pledge' }, ({ resources }) => resources.pledge)
