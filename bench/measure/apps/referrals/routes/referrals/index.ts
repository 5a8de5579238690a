import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { refer, referralsOf } from '../../lib/referrals.ts'
import { mayWrite } from '../../lib/scopes.ts'

const operation = route('/referrals')

export const GET = operation({ summary: 'Referrals of the partner' }, ({ auth }) => referralsOf(auth.id))

export const POST = operation(
  { summary: 'Refer a patient', auth: check(inherit, mayWrite), body: { patient: String } },
  ({ auth, body }) => reply(201, refer(auth.id, body.patient)),
)
