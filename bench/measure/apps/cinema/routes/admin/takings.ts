import { route } from 'svc'

const operation = route('/admin/takings')

export const GET = operation({ summary: 'Takings' }, ({ auth }) => ({ for: auth.name, cents: 418_200 }))
