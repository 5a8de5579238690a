import { middleware } from 'svc'
import { openTickets, type Tickets } from '../lib/databases.ts'
import type { Member } from '../lib/members.ts'

declare module 'svc' {
  interface Locals {
    tickets: Tickets
  }
}

// The tenant is the one of the member who was authenticated, never of something that the client sent.
export default middleware(async (request, next) => {
  const { tenant } = request.auth as Member
  request.locals.tickets = await openTickets(tenant)
  return next()
})
