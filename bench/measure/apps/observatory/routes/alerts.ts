import { operation } from 'svc'
import { alert } from '../lib/machines.ts'

export const POST = operation(
  { summary: 'An alert', auth: alert, body: { event: String, magnitude: Number } },
  ({ auth, body }) => ({ from: auth.from, event: body.event }),
)
