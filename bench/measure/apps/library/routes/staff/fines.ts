import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isOfHarbour } from '../../lib/guards.ts'

const operation = route('/staff/fines')

/** Only the harbour has a cash desk. */
export const POST = operation(
  { summary: 'Waive a fine', auth: check(inherit, isOfHarbour), body: { reader: String, cents: Number } },
  ({ auth, body }) => ({ by: auth.name, reader: body.reader, cents: body.cents }),
)
