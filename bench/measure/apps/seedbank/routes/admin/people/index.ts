import { route } from 'svc'
import { listPeople } from '../../../lib/people.ts'

const operation = route('/admin/people')

export const GET = operation({ summary: 'All people' }, () => listPeople())
