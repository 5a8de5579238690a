export interface Listing {
  readonly id: string
  readonly host: string
  readonly title: string
  readonly price: number
  readonly isHidden: boolean
}

const listings = new Map<string, Listing>()
let last = 0

export function addListing(host: string, title: string, price: number): Listing {
  const listing = { id: String((last += 1)), host, title, price, isHidden: false }
  listings.set(listing.id, listing)
  return listing
}

addListing('hugo', 'Cottage by the lake', 90)
addListing('hugo', 'Attic in the old town', 70)

export function findListing(id: string): Listing | undefined {
  return listings.get(id)
}

export function changeListing(id: string, change: Partial<Listing>): Listing | undefined {
  const listing = listings.get(id)
  if (listing === undefined) return undefined
  const changed = { ...listing, ...change }
  listings.set(id, changed)
  return changed
}

export function visibleListings(): readonly Listing[] {
  return [...listings.values()].filter(({ isHidden }) => !isHidden).slice(0, 20)
}

export function allListings(): readonly Listing[] {
  return [...listings.values()].slice(0, 20)
}
