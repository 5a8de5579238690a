import { reply, route } from 'svc'
import { dismiss } from '../../../lib/staff.ts'

const operation = route('/admin/users/[name]')

export const DELETE = operation({ summary: 'A member has left' }, ({ params }) => {
  dismiss(params.name)
  return reply(204, null)
})
