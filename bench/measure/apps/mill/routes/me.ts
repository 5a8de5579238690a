import { route } from 'svc'

const operation = route('/me')

export const GET = operation({ summary: 'My account' }, ({ auth: { name, role } }) => ({ name, role }))
