import { operation } from 'svc'
import { shop } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Orders of the choirs', auth: shop }, ({ auth }) => ({
  shop: auth.shop,
  orders: [{ title: 'Os justi', copies: 32 }],
}))
