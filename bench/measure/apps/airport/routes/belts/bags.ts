import { operation, reply } from 'svc'
import { belt } from '../../lib/devices.ts'

export const POST = operation({ summary: 'A bag was seen', auth: belt, body: { tag: String } }, ({ auth, body }) =>
  reply(201, { belt: auth.belt, tag: body.tag }),
)
