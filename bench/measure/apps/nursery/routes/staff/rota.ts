import { route } from 'svc'

const operation = route('/staff/rota')

export const GET = operation({ summary: 'The rota' }, ({ auth }) => ({ for: auth.name, early: 'ruth', late: 'helga' }))
