import { route } from 'svc'
import { plant, plot } from '../../lib/plots.ts'

const operation = route('/plots/[id]')

export const resource = plot

export const GET = operation({ summary: 'One plot' }, ({ resources }) => resources.plot)

export const PATCH = operation(
  {
    summary: 'The crop of a plot',
    body: { crop: String },
    resource: plot.only(({ holder }, { auth }) => holder === auth.name),
  },
  ({ body, resources }) => plant(resources.plot, body.crop),
)
