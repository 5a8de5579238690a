import { reply, route } from 'svc'
import { book, dog } from '../lib/dogs.ts'

const operation = route('/stays')

export const POST = operation({ summary: 'Book a stay', body: { dog: String, nights: Number } }, async (request) => {
  const found = await dog.get(request, { id: request.body.dog })
  return reply(201, book(found, request.body.nights))
})
