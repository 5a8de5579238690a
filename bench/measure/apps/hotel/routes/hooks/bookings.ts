import { operation } from 'svc'
import { booking } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A booking', auth: booking, body: { room: String, nights: Number } },
  ({ auth, body }) => ({ from: auth.from, nights: body.nights }),
)
