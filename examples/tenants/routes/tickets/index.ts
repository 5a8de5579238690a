import { reply, route } from 'svc'

const operation = route('/tickets')

export const GET = operation({ summary: 'Tickets of the tenant' }, ({ resources }) => resources.tenant.list())

export const POST = operation({ summary: 'Open a ticket', body: { title: String } }, ({ auth, body, resources }) =>
  reply(201, resources.tenant.add(auth.name, body.title)),
)
