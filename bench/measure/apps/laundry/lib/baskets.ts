import { resource } from 'svc/security'
import { isShop } from './guards.ts'
import type { Person } from './people.ts'

export class NoMachine extends Error {
  override readonly name = 'NoMachine'
}

export interface Basket {
  readonly id: string
  readonly owner: string
  readonly kilos: number
  readonly price: number
  note: string
}

const baskets = new Map<string, Basket>([
  ['b-1', { id: 'b-1', owner: 'clara', kilos: 4, price: 12, note: 'shirts on hangers' }],
  ['b-2', { id: 'b-2', owner: 'dirk', kilos: 9, price: 27, note: 'cold wash' }],
  ['b-3', { id: 'b-3', owner: 'dirk', kilos: 2, price: 6, note: 'curtains' }],
])
let last = baskets.size

export const allBaskets = (): readonly Basket[] => [...baskets.values()]

export function bring(owner: string, kilos: number): Basket {
  if (kilos > 40) throw new NoMachine()
  last += 1
  const made = { id: `b-${last}`, owner, kilos, price: kilos * 3, note: '' }
  baskets.set(made.id, made)
  return made
}

export function annotate(basket: Basket, changes: { readonly note: string }): Basket {
  basket.note = changes.note
  return basket
}

export const remove = (id: string): boolean => baskets.delete(id)

/** Of its owner; the shop may see and change all. */
export const basket = resource('basket', {
  load: ({ params }: { params: { id: string } }) => baskets.get(params.id),
  may: ({ owner }, { auth }: { auth: Person }) => owner === auth.name || isShop(auth),
})
