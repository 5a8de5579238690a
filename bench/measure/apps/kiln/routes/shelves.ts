import { inherit, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'

const operation = route('/shelves')

export const GET = operation({ summary: 'Free shelves', auth: check(inherit, hasScope('shelves:read')) }, () => ({
  free: ['B2', 'C1'],
}))
