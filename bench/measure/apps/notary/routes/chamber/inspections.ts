import { operation, reply } from 'svc'
import { inspector } from '../../lib/chamber.ts'

export const POST = operation(
  { summary: 'An inspection', auth: inspector, body: { office: String } },
  ({ auth, body }) => reply(201, { by: auth.inspector, office: body.office }),
)
