import { resource } from 'svc/security'
import type { Account } from './accounts.ts'
import { isStaff } from './guards.ts'

export interface Sack {
  readonly id: string
  readonly farmer: string
  readonly grain: string
  readonly kilos: number | null
}

const sacks = new Map<string, Sack>(
  [
    { id: 's-11', farmer: 'anna', grain: 'spelt', kilos: 48 },
    { id: 's-12', farmer: 'bela', grain: 'rye', kilos: 52 },
  ].map((one) => [one.id, one]),
)

export const allSacks = (): readonly Sack[] => [...sacks.values()]

export function bring(farmer: string, grain: string): Sack {
  const made = { id: `s-${sacks.size + 11}`, farmer, grain, kilos: null }
  sacks.set(made.id, made)
  return made
}

export function weigh(found: Sack, kilos: number): Sack {
  const changed = { ...found, kilos }
  sacks.set(found.id, changed)
  return changed
}

/** Of the farmer who brought it; the staff of the mill has all. */
export const sack = resource('sack', {
  load: ({ params }: { params: { id: string } }) => sacks.get(params.id),
  may: ({ farmer }, { auth }: { auth: Account }) => farmer === auth.name || isStaff(auth),
})
