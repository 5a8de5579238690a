import { operation } from 'svc'
import { terminal } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A room is ready', auth: terminal, body: { room: String } },
  ({ auth, body }) => ({ terminal: auth.terminal, ready: body.room }),
)
