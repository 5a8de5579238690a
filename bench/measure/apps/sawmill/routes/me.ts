import { route } from 'svc'

const operation = route('/me')

export const GET = operation(({ auth }) => ({ name: auth.name, rank: auth.rank, wage: auth.wage }))
