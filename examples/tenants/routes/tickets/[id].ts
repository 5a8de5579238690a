import { reply, route } from 'svc'
import { check } from 'svc/security'
import { isAdmin, member } from '../../lib/members.ts'
import { ticket } from '../../lib/resources.ts'

const operation = route('/tickets/[id]')

export const resource = ticket

export const GET = operation({ summary: 'A ticket' }, ({ resources }) => resources.ticket)

export const DELETE = operation({ summary: 'Remove a ticket', auth: check(member, isAdmin) }, ({ resources }) => {
  resources.tenant.remove(resources.ticket.id)
  return reply(204, null)
})
