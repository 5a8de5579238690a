import { operation } from 'svc'
import { weather } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A warning of the weather service', auth: weather, body: { wind: Number } },
  ({ auth, body }) => ({ from: auth.from, wind: body.wind }),
)
