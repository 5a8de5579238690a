import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { all, check } from 'svc/security'
import { approval } from '../lib/machines.ts'

const operation = route('/settlements')

/** Who settles, and an officer who agrees. */
export const auth = all(check(inherit, hasScope('claims:settle')), approval)

export const POST = operation(
  { summary: 'Pay at the end of the day', body: { damage: String, cents: Number } },
  ({ auth: [{ name }], body }) => reply(201, { by: name, pays: body.damage, cents: body.cents }),
)
