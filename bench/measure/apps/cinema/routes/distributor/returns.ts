import { operation } from 'svc'
import { distributor } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Visitors by film', auth: distributor }, ({ auth }) => ({
  for: auth.name,
  visitors: 312,
}))
