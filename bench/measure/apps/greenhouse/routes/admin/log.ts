import { inherit, route } from 'svc'
import { auditor } from '../../lib/machines.ts'

const operation = route('/admin/log')

export const GET = operation(
  {
    summary: 'The log of the office',
    auth: [inherit, auditor],
  },
  ({ auth }) => ({ for: auth.name, entries: ['vera suspended', 'boiler repaired'] }),
)
