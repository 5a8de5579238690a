import { inherit, reply, route } from 'svc'
import { all, check, optional } from 'svc/security'
import { mayClose } from '../../lib/guards.ts'
import { towerConsole } from '../../lib/machines.ts'

const operation = route('/tower/closures')

export const GET = operation({ summary: 'Closures', auth: all(inherit, optional(towerConsole)) }, ({ auth }) => ({
  on: auth[1]?.console ?? 'no console',
  closures: ['2026-11-02: fog'],
}))

export const POST = operation(
  {
    summary: 'Close the harbour, at a console',
    auth: all(check(inherit, mayClose), towerConsole),
    body: { minutes: Number },
  },
  ({ auth: [{ name }], body }) => reply(201, { by: name, minutes: body.minutes }),
)
