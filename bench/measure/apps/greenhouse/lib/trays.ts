import { resource, type SessionUser } from 'svc/security'
import { isHead } from './members.ts'

export class BedFull extends Error {
  override readonly name = 'BedFull'
  readonly most = 40
}

export interface Tray {
  readonly id: string
  readonly owner: string
  plants: string
  count: number
}

const trays: Tray[] = [
  { id: 'tray-11', owner: 'mara', plants: 'tomatoes', count: 12 },
  { id: 'tray-12', owner: 'olek', plants: 'chillies', count: 9 },
  { id: 'tray-13', owner: 'pia', plants: 'orchids', count: 3 },
]

export function sow(owner: string, plants: string, count: number): Tray {
  if (count > 40) throw new BedFull()
  const made = { id: `tray-${trays.length + 11}`, owner, plants, count }
  trays.push(made)
  return made
}

export function replant(id: string, plants: string): Tray | undefined {
  const found = trays.find((one) => one.id === id)
  if (found !== undefined) found.plants = plants
  return found
}

/** Of the member who sowed it; the head gardener sees all. */
export const tray = resource('tray', {
  load: ({ params }: { params: { id: string } }) => trays.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: SessionUser }) => owner === auth.name || isHead(auth),
})
