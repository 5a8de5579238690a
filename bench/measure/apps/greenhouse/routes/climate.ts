import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isHead } from '../lib/members.ts'

const operation = route('/climate')

export const PUT = operation(
  { summary: 'Set the climate', auth: check(inherit, isHead), body: { celsius: Number } },
  ({ auth, body }) => ({ by: auth.name, celsius: body.celsius }),
)
