import { resource, type SessionUser } from 'svc/security'

export class PlotIsLeased extends Error {
  override readonly name = 'PlotIsLeased'
}

export interface Plot {
  readonly id: string
  readonly holder: string
  crop: string
}

const plots: Plot[] = [
  { id: 'p-3', holder: 'hugo', crop: 'rhubarb' },
  { id: 'p-8', holder: 'wilma', crop: 'runner beans' },
]

export const allPlots = (): readonly Plot[] => plots

export function plant(plot: Plot, crop: string): Plot {
  if (crop === 'house') throw new PlotIsLeased()
  plot.crop = crop
  return plot
}

/** Of its holder; the committee may look at all. */
export const plot = resource('plot', {
  load: ({ params }: { params: { id: string } }) => plots.find(({ id }) => id === params.id),
  may: ({ holder }, { auth }: { auth: SessionUser }) => holder === auth.name || (auth.rank ?? 0) >= 2,
})
