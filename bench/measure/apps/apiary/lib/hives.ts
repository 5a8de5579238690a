import { randomUUID } from 'node:crypto'
import type { SessionUser } from 'svc/security'
import { resource } from 'svc/security'

export interface Hive {
  readonly id: string
  readonly owner: string
  readonly place: string
  /** When it was put into the bin, if it was. */
  readonly binned?: number
}

const hives = new Map<string, Hive>(
  [
    { id: 'hive-11', owner: 'hilda', place: 'Orchard wall' },
    { id: 'hive-12', owner: 'jonas', place: 'Railway bank' },
    { id: 'hive-13', owner: 'hilda', place: 'Rape field' },
    { id: 'hive-14', owner: 'hilda', place: 'Old quarry', binned: Date.now() },
    { id: 'hive-15', owner: 'jonas', place: 'Rectory garden', binned: Date.now() },
  ].map((hive) => [hive.id, hive]),
)

export const standing = (): readonly Hive[] => [...hives.values()].filter(({ binned }) => binned === undefined)

/** Any hive, also one in the bin: its keeper may still take it back. */
export const hive = resource('hive', {
  load: ({ params }: { params: { id: string } }) => hives.get(params.id),
  may: ({ owner }, { auth }: { auth: SessionUser }) => owner === auth.name,
})

/** Leaves out what is in the bin. */
export const standingHive = hive.only(({ binned }) => binned === undefined)

export function addHive(owner: string, place: string): Hive {
  const made = { id: `hive-${randomUUID()}`, owner, place }
  hives.set(made.id, made)
  return made
}

/** Binning twice changes nothing. */
export function bin(found: Hive): void {
  if (found.binned === undefined) hives.set(found.id, { ...found, binned: Date.now() })
}

export function restore({ id, owner, place }: Hive): Hive {
  const back = { id, owner, place }
  hives.set(id, back)
  return back
}
