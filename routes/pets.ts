import { reply, route } from 'svc'

// `route` types `request` from the path and from what encloses this file. Nothing here says `auth`, so svc.config.ts
// decides: a session, whose user is `request.auth`.
const operation = route('/pets')

export const GET = operation({ summary: 'Greet the user' }, (request) => `Authenticated user ${request.auth.name}`)

export const POST = operation(
  { summary: 'Add a pet', body: { name: String }, response: { 201: { name: String, owner: String } } },
  (request) => reply(201, { name: request.body.name, owner: request.auth.name }),
)
