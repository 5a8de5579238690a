import { operation } from 'svc'
import { hotel } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Linen of a hotel', auth: hotel }, ({ auth }) => ({
  hotel: auth.hotel,
  sheets: 120,
}))
