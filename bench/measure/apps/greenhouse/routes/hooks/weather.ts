import { operation } from 'svc'
import { weather } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A forecast', auth: weather, body: { frost: Boolean, celsius: Number } },
  ({ auth, body }) => ({ station: auth.station, frost: body.frost }),
)
