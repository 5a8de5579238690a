import { route } from 'svc'
import { allNames } from '../../lib/members.ts'

const operation = route('/office/members')

export const GET = operation({ summary: 'All members' }, () => ({ members: allNames() }))
