import { reply, route } from 'svc'

const operation = route('/admin/screenings')

export const POST = operation({ summary: 'Add a screening', body: { film: String } }, ({ auth, body }) =>
  reply(201, { film: body.film, by: auth.name }),
)
