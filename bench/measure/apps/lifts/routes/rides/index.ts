import { route } from 'svc'
import { allRides, ride } from '../../lib/rides.ts'

const operation = route('/rides')

export const GET = operation({ summary: 'My rides' }, (request) => ride.filter(allRides(), request))
