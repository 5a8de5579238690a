import { operation, reply } from 'svc'
import { pilot, ship } from '../lib/machines.ts'

export const GET = operation({ summary: 'When a pilot comes', auth: ship }, ({ auth }) => ({
  ship: auth.ship,
  at: '05:30',
}))

export const POST = operation(
  { summary: 'A pilot went on board', auth: pilot, body: { ship: String } },
  ({ auth, body }) => reply(201, { by: auth.pilot, ship: body.ship }),
)
