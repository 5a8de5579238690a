import { inherit, route } from 'svc'
import { partner } from '../../lib/partners.ts'

const operation = route('/partners/prices')

/** For partners, and for the desks that answer their questions. */
export const GET = operation({ summary: 'Prices of today', auth: [inherit, partner] }, ({ auth }) => ({
  for: auth?.name,
  kilometre: 2.1,
}))
