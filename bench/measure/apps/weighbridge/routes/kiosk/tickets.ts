import { operation, reply } from 'svc'
import { kiosk } from '../../lib/kiosks.ts'

export const POST = operation({ summary: 'Draw a ticket', auth: kiosk, body: { plate: String } }, ({ auth, body }) =>
  reply(201, { by: auth.kiosk, plate: body.plate, number: 48 }),
)
