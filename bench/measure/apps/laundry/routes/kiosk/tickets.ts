import { operation, reply } from 'svc'
import { kiosk } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A ticket for a basket at a kiosk', auth: kiosk, body: { kilos: Number } },
  ({ auth, body }) => reply(201, { place: auth.place, kilos: body.kilos }),
)
