import { route } from 'svc'
import { listDrivers } from '../../lib/drivers.ts'

const operation = route('/dispatch/drivers')

export const GET = operation({ summary: 'All drivers' }, () => ({ drivers: listDrivers() }))
