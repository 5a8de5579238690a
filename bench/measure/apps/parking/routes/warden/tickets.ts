import { reply, route } from 'svc'

const operation = route('/warden/tickets')

export const POST = operation({ summary: 'A ticket', body: { plate: String, cents: Number } }, ({ auth, body }) =>
  reply(201, { by: auth.name, plate: body.plate, cents: body.cents }),
)
