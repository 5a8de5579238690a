import { route } from 'svc'

const operation = route('/staff/rota')

export const GET = operation({ summary: 'Who works when' }, ({ auth }) => ({ for: auth.name, tonight: ['timo'] }))
