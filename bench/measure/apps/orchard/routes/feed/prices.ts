import { inherit, route } from 'svc'
import { shop } from '../../lib/machines.ts'

const operation = route('/feed/prices')

export const GET = operation({ summary: 'Prices for tills', auth: [inherit, shop] }, ({ auth }) => ({
  for: auth.name,
  prices: { quince: 350, medlar: 410 },
}))
