import { operation, reply } from 'svc'
import { tickets } from '../../../lib/machines.ts'

// Concerts are the same for all.
export const resource = null

export const POST = operation(
  { summary: 'Tickets that were sold', auth: tickets, body: { sold: Number } },
  ({ auth, body }) => reply(201, { event: auth.event, sold: body.sold }),
)
