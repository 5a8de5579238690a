import { operation, reply } from 'svc'
import { check } from 'svc/security'
import { type Customer, customer } from '../lib/customers.ts'

const isTrade = ({ plan }: Customer): boolean => plan === 'trade'

export const GET = operation({ summary: 'My orders', auth: customer }, ({ auth }) => ({ of: auth.name, orders: [] }))

export const POST = operation(
  { summary: 'Order for a company', auth: check(customer, isTrade), body: { article: String } },
  ({ auth, body }) => reply(201, { article: body.article, for: auth.name }),
)
