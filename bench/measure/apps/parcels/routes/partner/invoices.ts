import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayBill } from '../../lib/guards.ts'

const operation = route('/partner/invoices')

export const GET = operation({ summary: 'Invoices of the shop', auth: check(inherit, mayBill) }, ({ auth }) => ({
  of: auth.name,
  cents: 41_950,
}))
