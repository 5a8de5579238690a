import { route } from 'svc'

const operation = route('/me')

export const GET = operation({ summary: 'Who drives' }, ({ auth }) => ({ id: auth.id, depot: auth.depot }))
