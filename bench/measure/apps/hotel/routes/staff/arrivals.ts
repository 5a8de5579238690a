import { route } from 'svc'
import { allStays } from '../../lib/stays.ts'

const operation = route('/staff/arrivals')

export const GET = operation({ summary: 'Arrivals of today' }, () => ({
  arrivals: allStays().map(({ guest, room }) => `${guest}: ${room}`),
}))
