import { route } from 'svc'
import { names } from '../../lib/staff.ts'

const operation = route('/admin/staff')

export const GET = operation({ summary: 'Who works here' }, ({ auth }) => ({ for: auth.name, staff: names() }))
