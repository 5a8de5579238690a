import { inherit, route } from 'svc'
import { kiln } from '../../lib/kilns.ts'

const operation = route('/studio/log')

// Kilns show it on their display.
export const GET = operation(
  {
    summary: 'The log of the studio',
    auth: [inherit, kiln],
  },
  () => ({ entries: ['gas-1 at 1240 degrees', 'lid of gas-2 opened'] }),
)
