import { reply, route } from 'svc'
import { annotate, basket, remove } from '../../lib/baskets.ts'

const operation = route('/baskets/[id]')

export const resource = basket

export const GET = operation({ summary: 'One basket' }, ({ resources }) => resources.basket)

export const PATCH = operation({ summary: 'A note on a basket', body: { note: String } }, ({ body, resources }) =>
  annotate(resources.basket, body),
)

export const DELETE = operation({ summary: 'Take a basket back' }, ({ resources }) => {
  remove(resources.basket.id)
  return reply(204, null)
})
