import { route } from 'svc'

const operation = route('/admin/audit')

export const GET = operation({ summary: 'The audit log' }, ({ auth }) => ({ by: auth.name, entries: ['login tom'] }))
