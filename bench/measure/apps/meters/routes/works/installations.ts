import { reply, route } from 'svc'

const operation = route('/works/installations')

export const POST = operation({ summary: 'A meter was put in', body: { meter: String } }, ({ auth, body }) =>
  reply(201, { by: auth.installer, meter: body.meter }),
)
