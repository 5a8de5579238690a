import { reply, route } from 'svc'

const operation = route('/tickets')

export const GET = operation({ summary: 'Tickets of the tenant' }, ({ locals }) => locals.tickets.list())

export const POST = operation({ summary: 'Open a ticket', body: { title: String } }, ({ auth, body, locals }) =>
  reply(201, locals.tickets.add(auth.name, body.title)),
)
