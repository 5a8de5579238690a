import { operation } from 'svc'
import { setStatus } from '../../lib/appointments.ts'
import { kiosk } from '../../lib/kiosk.ts'

export const POST = operation(
  { summary: 'A patient has arrived', auth: kiosk, body: { appointment: String } },
  ({ auth, body }) => {
    setStatus(body.appointment, 'arrived')
    return { kiosk: auth.kiosk, status: 'arrived' }
  },
)
