import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayRelease } from '../../../lib/guards.ts'

const operation = route('/staff/dogs/[id]')

export const resource = null

export const DELETE = operation(
  { summary: 'A dog goes home', auth: check(inherit, mayRelease) },
  ({ auth, params }) => ({ by: auth.name, releases: params.id }),
)
