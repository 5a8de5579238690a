import { route } from 'svc'
import { allDogs } from '../../lib/dogs.ts'

const operation = route('/staff/today')

export const GET = operation({ summary: 'Walks of today' }, () => ({
  walks: allDogs().map(({ id, breed }) => `${id}: ${breed}`),
}))
