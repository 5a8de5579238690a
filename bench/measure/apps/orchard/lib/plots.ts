import { resource, type SessionUser } from 'svc/security'

export class NoCrates extends Error {
  override readonly name = 'NoCrates'
  readonly free = 200
}

export interface Plot {
  readonly id: string
  readonly keepers: readonly string[]
  readonly trees: readonly string[]
  crates: number
}

const plots: readonly Plot[] = [
  { id: 'p-1', keepers: ['ann'], trees: ['quince', 'plum'], crates: 4 },
  { id: 'p-2', keepers: ['anna'], trees: ['medlar'], crates: 9 },
]

export const allPlots = (): readonly Plot[] => plots

export function order(plot: Plot, crates: number): Plot {
  if (crates > 200) throw new NoCrates()
  plot.crates = crates
  return plot
}

/** Of those who keep it; the chair may have all. */
export const plot = resource('plot', {
  load: ({ params }: { params: { id: string } }) => plots.find(({ id }) => id === params.id),
  may: ({ keepers }, { auth }: { auth: SessionUser }) => {
    if (auth.isSuperuser === true) return true
    return keepers.includes(auth.name)
  },
})
