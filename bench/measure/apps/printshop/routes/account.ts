import { route } from 'svc'

const operation = route('/account')

export const GET = operation({ summary: 'My account' }, ({ auth }) => ({ name: auth.name, discount: auth.discount }))
