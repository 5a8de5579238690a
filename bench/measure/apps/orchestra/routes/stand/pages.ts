import { operation, reply } from 'svc'
import { stand } from '../../lib/machines.ts'

export const POST = operation({ summary: 'A page was turned', auth: stand, body: { page: Number } }, ({ auth, body }) =>
  reply(201, { stand: auth.stand, page: body.page }),
)
