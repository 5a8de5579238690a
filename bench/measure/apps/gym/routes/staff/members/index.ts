import { route } from 'svc'
import { names } from '../../../lib/members.ts'

const operation = route('/staff/members')

export const GET = operation({ summary: 'All members' }, () => ({ members: names() }))
