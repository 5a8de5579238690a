import { reply, route } from 'svc'

const operation = route('/plc/readings')

export const POST = operation({ summary: 'A reading', body: { celsius: Number } }, ({ auth, body }) =>
  reply(201, { of: auth.name, celsius: body.celsius }),
)
