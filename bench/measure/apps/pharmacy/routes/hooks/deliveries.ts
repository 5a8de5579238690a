import { operation } from 'svc'
import { delivery } from '../../lib/machines.ts'

export const POST = operation({ summary: 'A delivery', auth: delivery, body: { boxes: Number } }, ({ auth, body }) => ({
  from: auth.from,
  boxes: body.boxes,
}))
