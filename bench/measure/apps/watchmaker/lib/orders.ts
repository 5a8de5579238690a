import { resource } from 'svc/security'
import type { Dealer } from './dealers.ts'

interface Order {
  readonly id: string
  readonly dealer: string
  readonly region: string
  readonly part: string
}

const orders: readonly Order[] = [
  { id: 'o-71', dealer: 'zenobia', region: 'north', part: 'Balance wheel of a chronometer' },
  { id: 'o-72', dealer: 'caspar', region: 'north', part: 'Strap of alligator' },
]

export const allOrders = (): readonly Order[] => orders

export const order = resource('order', {
  load: ({ params }: { params: { id: string } }) => orders.find(({ id }) => id === params.id),
  may: (order, { auth }: { auth: Dealer }) => order.dealer === auth.dealer,
})
