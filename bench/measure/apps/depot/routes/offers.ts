import { operation } from 'svc'
import { optional } from 'svc/security'
import { customer } from '../lib/customers.ts'

export const GET = operation({ summary: 'Offers', auth: optional(customer) }, ({ auth }) => ({
  for: auth?.name ?? 'everybody',
  offers: ['planks'],
}))
