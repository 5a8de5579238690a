import { route } from 'svc'

const operation = route('/admin/tariffs')

export const GET = operation({ summary: 'All tariffs' }, () => ({ day: 31, night: 24 }))

export const PUT = operation({ summary: 'Change a tariff', body: { day: Number } }, ({ auth, body }) => ({
  by: auth.name,
  day: body.day,
}))
