import { route } from 'svc'
import { allPeople } from '../../lib/people.ts'

const operation = route('/admin/people')

export const GET = operation({ summary: 'Who works here' }, () => allPeople())
