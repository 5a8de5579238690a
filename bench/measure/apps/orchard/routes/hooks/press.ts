import { operation } from 'svc'
import { press } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'Juice of a plot', auth: press, body: { plot: String, litres: Number } },
  ({ auth, body }) => ({ from: auth.from, plot: body.plot, litres: body.litres }),
)
