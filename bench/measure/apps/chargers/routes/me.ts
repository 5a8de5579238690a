import { route } from 'svc'

const operation = route('/me')

export const GET = operation(({ auth: { name, role, fleet } }) => ({ name, role, fleet }))
