import { route } from 'svc'
import { allBoats, boat } from '../../lib/boats.ts'

const operation = route('/boats')

export const GET = operation({ summary: 'Boats' }, (request) => boat.filter(allBoats(), request))
