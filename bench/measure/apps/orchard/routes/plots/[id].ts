import { route } from 'svc'
import { order, plot } from '../../lib/plots.ts'

const operation = route('/plots/[id]')

export const resource = plot

export const GET = operation({ summary: 'One plot' }, ({ resources }) => resources.plot)

export const PATCH = operation(
  {
    summary: 'Order crates for a plot',
    body: { crates: Number },
  },
  ({ body, resources }) => order(resources.plot, body.crates),
)
