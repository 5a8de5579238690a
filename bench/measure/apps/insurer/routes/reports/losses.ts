import { inherit, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'

const operation = route('/reports/losses')

export const GET = operation(
  {
    summary: 'Losses of the year',
    auth: check(inherit, hasScope('reports:read')),
  },
  () => ({ north: 1_200, south: 4_100 }),
)
