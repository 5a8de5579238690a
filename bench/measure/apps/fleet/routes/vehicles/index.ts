import { inherit, route } from 'svc'
import { customer } from '../../lib/keys.ts'
import { vehicles } from '../../lib/vehicles.ts'

const operation = route('/vehicles')

export const GET = operation({ summary: 'All vehicles', auth: [inherit, customer] }, () => vehicles)
