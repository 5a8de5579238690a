import { route } from 'svc'
import { listUsers } from '../../../lib/users.ts'

const operation = route('/api/admin/users')

export const GET = operation({ summary: 'Names of all users' }, () => listUsers())
