import { route } from 'svc'
import { tripsOf } from '../../lib/vehicles.ts'

const operation = route('/trips')

export const GET = operation({ summary: 'My trips' }, ({ auth }) => tripsOf(auth.name))
