import { operation } from 'svc'
import { check } from 'svc/security'
import { hasPaid } from '../../lib/guards.ts'
import { customer } from '../../lib/keys.ts'

export const GET = operation({ summary: 'Fuel of a month', auth: check(customer, hasPaid) }, ({ auth }) => ({
  customer: auth.customer,
  litres: 412,
}))
