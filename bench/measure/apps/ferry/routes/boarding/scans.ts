import { inherit, route } from 'svc'
import { all, check } from 'svc/security'
import { isOnServedShip } from '../../lib/guards.ts'
import { scanner } from '../../lib/keys.ts'

const operation = route('/boarding/scans')

/** A member of a crew, with a scanner. */
export const auth = all(inherit, scanner)

export const POST = operation(
  { summary: 'Scan a ticket', auth: check(inherit, isOnServedShip), body: { ticket: String } },
  ({ auth: [person], body }) => ({ ticket: body.ticket, ship: person.ship }),
)
