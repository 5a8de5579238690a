import { resource } from 'svc/security'
import type { Caller } from './keys.ts'

export interface Plot {
  readonly id: string
  readonly owner: string
  readonly corners: string
}

const plots: readonly Plot[] = [
  { id: 'p-1', owner: 'ina', corners: 'oak, ditch, boundary stone 14' },
  { id: 'p-2', owner: 'jon', corners: 'chapel, weir, iron pin 3' },
  { id: 'p-11', owner: 'ina', corners: 'mill race, hedge, culvert' },
]

export const allPlots = (): readonly Plot[] => plots
export const findPlot = (id: string): Plot | undefined => plots.find((one) => one.id === id)

/** Of the surveyor who measures it. */
export const plot = resource('plot', {
  load: ({ params }: { params: { id: string } }) => findPlot(params.id),
  may: ({ owner }, { auth }: { auth: Caller }) => owner === auth.name,
})
