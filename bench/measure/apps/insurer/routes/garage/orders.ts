import { operation } from 'svc'
import { garage } from '../../lib/machines.ts'
import { portal } from '../../lib/tokens.ts'

export const GET = operation(
  { summary: 'Orders, for programs of garages and for the portal', auth: [garage, portal] },
  ({ auth }) => ({ garage: auth.garage, orders: ['a windscreen'] }),
)
