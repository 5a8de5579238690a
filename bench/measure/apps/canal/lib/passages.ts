import { resource } from 'svc/security'
import type { Boat } from './boats.ts'
import type { Keeper } from './keepers.ts'

interface Passage {
  readonly id: string
  readonly boat: string
  readonly lock: string
  readonly cargo: string
}

const passages: readonly Passage[] = [
  { id: 'p-11', boat: 'anna', lock: 'north', cargo: 'gravel' },
  { id: 'p-12', boat: 'berta', lock: 'south', cargo: 'empty' },
]

export const allPassages = (): readonly Passage[] => passages

/** Of the boat; keepers read all. */
export const passage = resource('passage', {
  load: ({ params }: { params: { id: string } }) => passages.find(({ id }) => id === params.id),
  may: (one, { auth }: { auth: Boat | Keeper }) => 'keeper' in auth || one.boat === auth.boat,
})
