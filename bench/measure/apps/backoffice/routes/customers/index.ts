import { reply, route } from 'svc'
import { fwAuth } from 'svc/security'
import { addCustomer, listCustomers } from '../../lib/customers.ts'
import { apiKey } from '../../lib/integrations.ts'

const operation = route('/customers')

export const GET = operation({ summary: 'Customers', auth: [fwAuth, apiKey] }, ({ auth }) => ({
  for: auth.name,
  customers: listCustomers(),
}))

export const POST = operation({ summary: 'Add a customer', body: { name: String } }, ({ auth, body }) =>
  reply(201, addCustomer(body.name, auth.name)),
)
