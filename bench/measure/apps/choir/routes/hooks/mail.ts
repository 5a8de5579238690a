import { operation } from 'svc'
import { mail } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A mail that came back', auth: mail, body: { to: String } },
  ({ auth, body }) => ({
    from: auth.from,
    to: body.to,
  }),
)
