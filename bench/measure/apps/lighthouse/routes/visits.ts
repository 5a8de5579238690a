import { inherit, route } from 'svc'
import { optional } from 'svc/security'

const operation = route('/visits')

// Days are public; how many have booked is for those who have a key.
export const GET = operation({ summary: 'Days on which visitors may come', auth: optional(inherit) }, ({ auth }) => ({
  days: ['Saturday', 'Sunday'],
  ...(auth === undefined ? {} : { booked: 14 }),
}))
