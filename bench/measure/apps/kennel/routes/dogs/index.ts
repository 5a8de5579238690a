import { reply, route } from 'svc'
import { addDog, allDogs, dog } from '../../lib/dogs.ts'

const operation = route('/dogs')

export const GET = operation({ summary: 'Dogs' }, (request) => dog.filter(allDogs(), request))

export const POST = operation({ summary: 'Register a dog', body: { breed: String } }, ({ auth, body }) =>
  reply(201, addDog(auth.name, body.breed)),
)
