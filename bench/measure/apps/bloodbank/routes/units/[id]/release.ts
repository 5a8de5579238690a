import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isDoctor } from '../../../lib/guards.ts'

const operation = route('/units/[id]/release')

// Units are numbers of bags: they belong to the house.
export const POST = operation(
  { summary: 'Release a unit', resource: null, auth: check(inherit, isDoctor) },
  ({ auth, params }) => reply(201, { unit: params.id, by: auth.name }),
)
