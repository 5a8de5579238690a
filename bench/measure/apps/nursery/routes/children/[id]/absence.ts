import { reply, route } from 'svc'

const operation = route('/children/[id]/absence')

export const POST = operation(
  { summary: 'A child stays at home', csrf: true, body: { day: String } },
  ({ body, resources }) => reply(201, { child: resources.child.id, day: body.day }),
)
