import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { keepsAccounts } from '../../lib/guards.ts'

const operation = route('/staff/invoices')

export const POST = operation(
  { summary: 'An invoice', auth: check(inherit, keepsAccounts), body: { job: String, sum: Number } },
  ({ body }) => reply(201, body),
)
