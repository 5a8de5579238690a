import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isLead } from '../../lib/guards.ts'

const operation = route('/reports/daily')

export const GET = operation({ summary: 'The day' }, ({ auth }) => ({ for: auth.name, pieces: 8_112 }))

export const POST = operation(
  { summary: 'Sign the day', auth: check(inherit, isLead), body: { remark: String } },
  ({ auth, body }) => reply(201, { by: auth.name, remark: body.remark }),
)
