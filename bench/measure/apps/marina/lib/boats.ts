import { resource } from 'svc/security'
import type { Holder } from './holders.ts'

export class TooHeavy extends Error {
  override readonly name = 'TooHeavy'
}

export interface Boat {
  readonly id: string
  readonly owner: string
  readonly hull: string
  readonly berth: string
}

const boats = new Map<string, Boat>([
  ['m-1', { id: 'm-1', owner: 'nora', hull: 'a sloop of oak', berth: 'A3' }],
  ['m-2', { id: 'm-2', owner: 'odin', hull: 'a ketch of steel', berth: 'C9' }],
])

export const allBoats = (): readonly Boat[] => [...boats.values()]

export function save(changed: { readonly id?: string | undefined; readonly hull: string }): Boat | undefined {
  const found = boats.get(changed.id ?? '')
  if (found === undefined) return undefined
  boats.set(found.id, { ...found, hull: changed.hull })
  return boats.get(found.id)
}

export function haul(boat: Boat, tons: number) {
  if (tons > 40) throw new TooHeavy()
  return { boat: boat.id, stands: 'on land' }
}

/** Of its owner; the yard may have all. */
export const boat = resource('boat', {
  load: ({ params }: { params: { id: string } }) => boats.get(params.id),
  may: ({ owner }, { auth }: { auth: Holder }) => owner === auth.name || auth.role === 'yard',
})
