import { route } from 'svc'
import { charge } from '../../lib/stations.ts'

const operation = route('/charges/[id]')

export const resource = charge

export const GET = operation(({ resources }) => resources.charge)
