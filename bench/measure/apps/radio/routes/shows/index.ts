import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { atLeast } from '../../lib/guards.ts'
import { add, all } from '../../lib/shows.ts'

const operation = route('/shows')

export const GET = operation({ summary: 'All shows', auth: null }, () => all())

export const POST = operation(
  { summary: 'A new show', auth: check(inherit, atLeast('producer')), body: { host: String, title: String } },
  ({ body }) => reply(201, add(body.host, body.title)),
)
