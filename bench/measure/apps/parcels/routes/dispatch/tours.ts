import { reply, route } from 'svc'

const operation = route('/dispatch/tours')

export const POST = operation({ summary: 'Plan a tour', body: { driver: String } }, ({ auth, body }) =>
  reply(201, { driver: body.driver, by: auth.id }),
)
