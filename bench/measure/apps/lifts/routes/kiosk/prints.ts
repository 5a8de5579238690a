import { operation, reply } from 'svc'
import { kiosk } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A pass was printed', auth: kiosk, body: { pass: String } },
  ({ auth, body }) => reply(201, { kiosk: auth.kiosk, pass: body.pass }),
)
