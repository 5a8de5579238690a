import { reply, route } from 'svc'

const operation = route('/office/shifts')

export const POST = operation({ summary: 'A shift', body: { name: String, day: String } }, ({ auth, body }) =>
  reply(201, { ...body, by: auth.name }),
)
