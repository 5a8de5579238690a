import { operation, reply } from 'svc'
import { charger } from '../../lib/machines.ts'

export const POST = operation({ auth: charger, body: { kwh: Number } }, ({ auth, body }) =>
  reply(201, { ...auth, kwh: body.kwh }),
)
