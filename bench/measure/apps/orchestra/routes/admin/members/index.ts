import { route } from 'svc'
import { names } from '../../../lib/members.ts'

const operation = route('/admin/members')

export const GET = operation({ summary: 'All members' }, () => ({ members: names() }))
