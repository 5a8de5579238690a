import { operation } from 'svc'
import { gateway } from '../../lib/keys.ts'

export const GET = operation({ summary: 'Orders of the clinic', auth: gateway }, ({ auth }) => ({
  user: auth.user,
  orders: ['L-40817'],
}))
