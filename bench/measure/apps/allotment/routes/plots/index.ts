import { route } from 'svc'
import { allPlots, plot } from '../../lib/plots.ts'

const operation = route('/plots')

export const GET = operation({ summary: 'Plots' }, (request) => plot.filter(allPlots(), request))
