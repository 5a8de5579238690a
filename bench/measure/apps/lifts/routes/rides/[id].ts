import { route } from 'svc'
import { ride } from '../../lib/rides.ts'

const operation = route('/rides/[id]')

export const resource = ride

export const GET = operation({ summary: 'One ride' }, ({ resources }) => resources.ride)
