import { reply, route } from 'svc'

const operation = route('/office/prices')

export const POST = operation({ summary: 'A new price', body: { fruit: String, cents: Number } }, ({ auth, body }) =>
  reply(201, { by: auth.name, fruit: body.fruit, cents: body.cents }),
)
