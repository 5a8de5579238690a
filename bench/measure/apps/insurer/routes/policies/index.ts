import { inherit, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { allPolicies, policy } from '../../lib/policies.ts'

const operation = route('/policies')

export const GET = operation({ summary: 'Policies', auth: check(inherit, hasScope('policies:read')) }, (request) =>
  policy.filter(allPolicies(), request),
)
