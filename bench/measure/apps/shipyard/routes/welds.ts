import { operation, reply } from 'svc'
import { deviceToken } from '../lib/pairings.ts'

export const POST = operation(
  { summary: 'Report a weld', auth: deviceToken, body: { seam: String } },
  ({ auth, body }) => reply(201, { seam: body.seam, device: auth.id, yard: auth.yard }),
)
