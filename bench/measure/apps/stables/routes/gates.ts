import { route } from 'svc'
import { gate } from '../lib/gates.ts'

const operation = route('/gates')

export const PUT = operation(
  { summary: 'A gate is alive', auth: gate, body: { battery: Number } },
  ({ auth, body }) => ({
    gate: auth.gate,
    battery: body.battery,
  }),
)
