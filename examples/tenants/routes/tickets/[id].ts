import { HttpError, reply, route } from 'svc'
import { check } from 'svc/security'
import { isAdmin, member } from '../../lib/members.ts'

const operation = route('/tickets/[id]')

export const GET = operation({ summary: 'A ticket', params: { id: Number } }, ({ locals, params }) => {
  const ticket = locals.tickets.find(params.id)
  if (ticket === undefined) throw new HttpError(404)
  return ticket
})

export const DELETE = operation(
  { summary: 'Remove a ticket', auth: check(member, isAdmin), params: { id: Number } },
  ({ locals, params }) => {
    locals.tickets.remove(params.id)
    return reply(204, null)
  },
)
