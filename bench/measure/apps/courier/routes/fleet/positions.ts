import { operation, reply } from 'svc'
import { van } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'Where a van is', auth: van, body: { lat: Number, lon: Number } },
  ({ auth }) => reply(201, { van: auth.van }),
)
