import { route } from 'svc'

const operation = route('/me')

export const GET = operation({ summary: 'Who stands here' }, ({ auth }) => ({ name: auth.name, rank: auth.rank }))
