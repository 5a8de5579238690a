import { route } from 'svc'
import { all, tour } from '../../lib/tours.ts'

const operation = route('/tours')

export const GET = operation({ summary: 'Tours of the driver' }, (request) => tour.filter(all(), request))
