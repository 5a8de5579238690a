import { route } from 'svc'
import { allBaskets } from '../../lib/baskets.ts'

const operation = route('/shop/queue')

export const GET = operation({ summary: 'The queue of the machines' }, () => ({
  queue: allBaskets().map(({ id, kilos }) => `${id}: ${kilos} kg`),
}))
