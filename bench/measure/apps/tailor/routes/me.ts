import { route } from 'svc'

const operation = route('/me')

export const GET = operation({ summary: 'Who I am' }, ({ auth: { name, role } }) => ({ name, role }))
