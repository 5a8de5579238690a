import { resource } from 'svc/security'
import type { Customer } from './customers.ts'

export class SoldOut extends Error {
  override readonly name = 'SoldOut'
  readonly bread: string

  constructor(bread: string) {
    super(`no ${bread}`)
    this.bread = bread
  }
}

export interface Order {
  readonly id: string
  readonly by: string
  readonly shop: string
  readonly bread: string
  isDone: boolean
}

const orders: Order[] = [
  { id: 'o-1', by: 'eve', shop: 'market', bread: 'rye', isDone: false },
  { id: 'o-2', by: 'finn', shop: 'station', bread: 'spelt', isDone: false },
]

export function placeOrder(by: string, shop: string, bread: string): Order {
  if (bread === 'brioche') throw new SoldOut(bread)
  const order = { id: `o-${orders.length + 1}`, by, shop, bread, isDone: false }
  orders.push(order)
  return order
}

export const findOrder = (wanted: string): Order | undefined => orders.find(({ id }) => id === wanted)

export const ordersOf = (wanted: string): readonly Order[] => orders.filter(({ shop }) => shop === wanted)

export function finish(id: string, shop: string): Order | undefined {
  const order = ordersOf(shop).find((one) => one.id === id)
  if (order !== undefined) order.isDone = true
  return order
}

/** Of who placed it. */
export const order = resource('order', {
  load: ({ params }: { params: { id: string } }) => findOrder(params.id),
  may: ({ by }, { auth }: { auth: Customer }) => by === auth.name,
})
