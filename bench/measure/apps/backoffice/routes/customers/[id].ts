import { HttpError, reply, route } from 'svc'
import { check, fwAuth } from 'svc/security'
import { findCustomer, removeCustomer } from '../../lib/customers.ts'
import { isManager } from '../../lib/guards.ts'

const operation = route('/customers/[id]')

export const GET = operation({ summary: 'A customer' }, ({ params }) => {
  const customer = findCustomer(params.id)
  if (customer === undefined) throw new HttpError(404, 'No such customer')
  return customer
})

export const DELETE = operation({ summary: 'Remove a customer', auth: check(fwAuth, isManager) }, ({ params }) => {
  removeCustomer(params.id)
  return reply(204, null)
})
