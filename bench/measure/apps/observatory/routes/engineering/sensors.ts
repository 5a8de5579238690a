import { operation } from 'svc'
import { engineering } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Sensors', auth: engineering }, ({ auth }) => ({
  for: auth.address,
  humidity: 41,
}))
