import { route } from 'svc'
import { memberNames } from '../../../lib/members.ts'

const operation = route('/admin/users')

export const GET = operation({ summary: 'All members' }, () => memberNames())
