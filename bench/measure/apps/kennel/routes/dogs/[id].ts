import { route } from 'svc'
import { dog, feed } from '../../lib/dogs.ts'

const operation = route('/dogs/[id]')

export const resource = dog

export const GET = operation({ summary: 'One dog' }, ({ resources }) => resources.dog)

export const PATCH = operation({ summary: 'The food of a dog', body: { food: String } }, ({ body, resources }) =>
  feed(resources.dog, body.food),
)
