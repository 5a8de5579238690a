import { HttpError, route } from 'svc'
import { find } from '../lib/staff.ts'

const operation = route('/me')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => {
  const row = find(auth.name)
  return { name: auth.name, role: row?.role, phone: row?.phone }
})

export const PATCH = operation({ summary: 'Change my telephone', body: { phone: String } }, async (request) => {
  const row = find(request.auth.name)
  if (row === undefined) throw new HttpError(404)
  row.phone = request.body.phone
  return { name: row.name, role: row.role, phone: row.phone }
})
