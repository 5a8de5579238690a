import { resource } from 'svc/security'
import { Table } from './table.ts'

interface Lot {
  readonly id: string
  readonly title: string
  readonly seller: string
}

interface Bid {
  readonly lot: string
  readonly by: string
  readonly amount: number
}

export const lots = new Table<Lot>({
  'l-1': { id: 'l-1', title: 'A clock with a bird', seller: 'ada' },
  'l-2': { id: 'l-2', title: 'A sofa', seller: 'bea' },
})

const bids: Bid[] = [{ lot: 'l-2', by: 'cal', amount: 120 }]

export const bidsOf = (name: string): readonly Bid[] => bids.filter(({ by }) => by === name)

export function bid(lot: string, by: string, amount: number): Bid {
  const made = { lot, by, amount }
  bids.push(made)
  return made
}

/** Only the seller may change it. */
export const lot = resource('lot', {
  load: ({ params }: { params: { id: string } }) => lots.get(params.id),
  may: (found, { auth }: { auth: { readonly name: string } }) => found.seller === auth.name,
})
