import { reply, route } from 'svc'
import { addStaff, listStaff } from '../../../lib/staff.ts'

const operation = route('/admin/users')

export const GET = operation({ summary: 'The staff' }, () => listStaff())

export const POST = operation({ summary: 'A new member', body: { name: String } }, ({ body }) => {
  addStaff(body.name)
  return reply(201, { name: body.name })
})
