import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { maySet } from '../../../lib/keepers.ts'

const operation = route('/tanks/[tank]/temperature')

export const PUT = operation(
  { summary: 'Set the temperature', auth: check(inherit, maySet), body: { celsius: Number } },
  ({ body, resources }) => {
    resources.tank.celsius = body.celsius
    return { celsius: resources.tank.celsius }
  },
)
