import { route } from 'svc'
import { all, charge } from '../../lib/charges.ts'

const operation = route('/charges')

export const GET = operation({ summary: 'My charges' }, (request) => charge.filter(all(), request))
