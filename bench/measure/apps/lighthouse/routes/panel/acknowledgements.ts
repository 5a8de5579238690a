import { operation, reply } from 'svc'
import { panel } from '../../lib/displays.ts'

export const POST = operation(
  { summary: 'An alarm was seen', auth: panel, body: { alarm: String } },
  ({ auth, body }) => reply(201, { alarm: body.alarm, at: auth.panel }),
)
