import { inherit, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { z } from 'zod'
import { changePolicy, policy } from '../../lib/policies.ts'

const operation = route('/policies/[number]')

export const resource = policy

const change = z.object({ address: z.string().max(80) })

export const GET = operation(
  { summary: 'One policy', auth: check(inherit, hasScope('policies:read')) },
  ({ resources }) => resources.policy,
)

export const PATCH = operation(
  { summary: 'The insured moves', auth: check(inherit, hasScope('policies:write')), body: change },
  ({ body, resources }) => changePolicy(resources.policy, body),
)
