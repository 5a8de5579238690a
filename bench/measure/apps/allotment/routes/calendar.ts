import { inherit, route } from 'svc'
import { feed } from '../lib/machines.ts'

const operation = route('/calendar')

export const GET = operation(
  {
    summary: 'Days of common work',
    auth: [inherit, feed],
  },
  () => ({ days: ['2027-03-13', '2027-05-08'], meeting: 'at the shed' }),
)
