import { inherit, route } from 'svc'
import { kiosk } from '../../lib/machines.ts'

const operation = route('/box/queue')

export const GET = operation({ summary: 'The queue at the box office', auth: [inherit, kiosk] }, ({ auth }) => ({
  for: auth.name,
  waiting: 14,
}))
