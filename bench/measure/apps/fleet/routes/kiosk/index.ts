import { operation } from 'svc'
import { kiosk } from '../../lib/keys.ts'

export const GET = operation({ summary: 'What the screen shows', auth: kiosk }, ({ auth }) => ({
  depot: auth.depot,
  next: '06:15',
}))
