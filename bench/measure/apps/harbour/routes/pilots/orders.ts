import { operation } from 'svc'
import { pilot } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Orders of a pilot', auth: pilot }, ({ auth }) => ({
  for: auth.pilot,
  orders: ['Delfin Nova, 14:30, sea buoy'],
}))
