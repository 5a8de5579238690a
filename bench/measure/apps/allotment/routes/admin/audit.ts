import { route } from 'svc'

const operation = route('/admin/audit')

export const GET = operation({ summary: 'Who changed the members' }, ({ auth }) => ({
  reader: auth.name,
  entries: ['rosa removed otto'],
}))
