import { route } from 'svc'

const operation = route('/keys')

export const GET = operation({ summary: 'Which key came' }, ({ auth: { id, customer, generation } }) => ({
  id,
  customer,
  generation,
}))
