import { operation } from 'svc'
import { all } from 'svc/security'
import { scanner, show } from '../../lib/machines.ts'

export const POST = operation(
  {
    summary: 'Scan a ticket',
    auth: all(scanner, show),
    body: { ticket: String },
  },
  ({ body }) => ({ ticket: body.ticket, admitted: true }),
)
