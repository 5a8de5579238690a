import { operation } from 'svc'
import { customer } from '../lib/customers.ts'

export const GET = operation({ summary: 'My account', auth: customer }, ({ auth }) => ({
  name: auth.name,
  plan: auth.plan,
}))
