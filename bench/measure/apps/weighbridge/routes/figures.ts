import { operation } from 'svc'
import { collector } from '../lib/machines.ts'

export const GET = operation({ summary: 'Figures of today', auth: collector }, ({ auth }) => ({
  for: auth.collector,
  weighed: 118,
}))
