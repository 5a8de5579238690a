import { route } from 'svc'
import { names } from '../../../lib/people.ts'

const operation = route('/admin/users')

export const GET = operation({ summary: 'All users' }, () => ({ users: names() }))
