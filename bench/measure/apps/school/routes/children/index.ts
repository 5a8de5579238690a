import { route } from 'svc'
import { all, child } from '../../lib/children.ts'

const operation = route('/children')

export const GET = operation({ summary: 'Children whom I may see' }, (request) => child.filter(all(), request))
