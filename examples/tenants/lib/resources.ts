import { resource } from 'svc/security'
import { openTickets } from './databases.ts'
import type { Member } from './members.ts'

/** The tenant of the member who was authenticated, never of something that the client sent: no parameter names it. */
export const tenant = resource('tenant', {
  params: [],
  load: ({ auth }: { auth: Member }) => openTickets(auth.tenant),
  may: (tickets, { auth }: { auth: Member }) => tickets.tenant === auth.tenant,
})

/** Reached through its tenant only: who may have the tenant may have its tickets. */
export const ticket = resource('ticket', {
  parent: tenant,
  params: { id: Number },
  load: (tickets, { params }) => tickets.find(params.id),
})
