import { resource } from 'svc/security'
import type { Account } from './accounts.ts'

export class Overload extends Error {
  override readonly name = 'Overload'
  readonly limit = 60
}

export interface Load {
  readonly id: string
  readonly company: string
  readonly clerk: string
  tons: number
}

const loads: Load[] = [
  { id: 'l-1', company: 'basalt', clerk: 'berta', tons: 24 },
  { id: 'l-2', company: 'basalt', clerk: 'anton', tons: 31 },
  { id: 'l-3', company: 'basalt-nord', clerk: 'dora', tons: 18 },
  { id: 'l-4', company: 'basalt-nord', clerk: 'carl', tons: 40 },
]

/** Lists of a minute, since boards in the yard ask all the time. */
const lists = new Map<string, { readonly until: number; readonly ids: readonly string[] }>()

export function idsOf({ role, company }: Account): readonly string[] {
  const key = `${role} ${company}`
  const kept = lists.get(key)
  if (kept !== undefined && kept.until > Date.now()) return kept.ids
  const ids = loads.filter((load) => load.company === company).map(({ id }) => id)
  lists.set(key, { until: Date.now() + 60_000, ids })
  return ids
}

export function addLoad({ name, company }: Account, tons: number): Load {
  if (tons > 60) throw new Overload()
  const made = { id: `l-${loads.length + 1}`, company, clerk: name, tons }
  loads.push(made)
  lists.clear()
  return made
}

export function weigh(load: Load, tons: number): Load {
  if (tons > 60) throw new Overload()
  load.tons = tons
  return load
}

/** Of a company. */
export const load = resource('load', {
  load: ({ params }: { params: { id: string } }) => loads.find(({ id }) => id === params.id),
  may: ({ company }, { auth }: { auth: Account }) => company === auth.company,
})

/** Changes: by the clerk of the load, or the manager. */
export const ownLoad = load.only(({ clerk }, { auth }: { auth: Account }) => {
  return clerk === auth.name || auth.role === 'manager'
})
