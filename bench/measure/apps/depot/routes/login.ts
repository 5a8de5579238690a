import { AuthenticationError, operation, reply } from 'svc'
import { beginSession, checkCustomer } from '../lib/customers.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body, cookies }) => {
    const customer = await checkCustomer(body.name, body.password)
    if (customer === null) throw new AuthenticationError('Wrong name or password')
    const id = beginSession(customer.name, cookies['depot_sid'])
    return reply(200, { name: customer.name }, { 'Set-Cookie': `depot_sid=${id}; Path=/; HttpOnly; SameSite=Lax` })
  },
)
