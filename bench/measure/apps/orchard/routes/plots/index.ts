import { route } from 'svc'
import { allPlots, plot } from '../../lib/plots.ts'

const operation = route('/plots')

export const GET = operation({ summary: 'My plots' }, async (request) => ({
  plots: await plot.filter(allPlots(), request),
}))
