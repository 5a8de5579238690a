import { inherit, route } from 'svc'
import { deviceToken } from '../../lib/pairings.ts'

const operation = route('/plans')

const plans = [
  { sheet: 'N-100', yard: 'north', title: 'Double bottom' },
  { sheet: 'S-210', yard: 'south', title: 'Rudder trunk' },
]

// On a device, or at the desk; each yard has its own.
export const GET = operation({ summary: 'Plans of the yard', auth: [inherit, deviceToken] }, ({ auth }) =>
  plans.filter(({ yard }) => yard === auth.yard),
)
