import { operation, reply } from 'svc'
import { kiosk } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A book came back', auth: kiosk, body: { barcode: String } },
  ({ auth, body }) => reply(201, { kiosk: auth.kiosk, barcode: body.barcode }),
)
