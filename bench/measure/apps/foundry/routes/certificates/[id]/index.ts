import { route } from 'svc'

const operation = route('/certificates/[id]')

export const GET = operation({ summary: 'A certificate' }, ({ params }) => ({ id: params.id, alloy: 'GJL-250' }))
