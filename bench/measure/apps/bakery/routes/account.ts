import { route } from 'svc'

const operation = route('/account')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => ({ name: auth.name, rights: auth.rights }))
